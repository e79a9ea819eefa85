import { FIXED, UPLOAD_FOLDERS, type Rate, type UploadAnswer, type UploadFolder } from '@yonder/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { expectMember, type Admission } from '../platform/dispatcher.ts';
import type { Limits } from '../platform/door/limits.ts';
import { DomainError } from '../platform/errors.ts';
import { bearerOf, requestIdOf } from '../platform/http/callables.ts';
import { refusalOf, refuseStream } from '../platform/http/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Upload } from './uploads.ts';

export interface UploadRoutesOptions {
  admission: Admission;
  limits: Pick<Limits, 'take'>;
  log: Log;
  upload(what: Upload): Promise<UploadAnswer>;
}

export const UPLOADING: Rate = { burst: 30, perMinute: 30, kind: 'strict' };
/** A body is held in memory while it arrives: limits in total and per user. */
const AT_ONCE = 40;
const AT_ONCE_EACH = 3;

/** POST /api/v1/media/{folder}: a raw body with an access token. Rejection comes before a byte is read. */
export function uploadRoutes({ admission, limits, log, upload }: UploadRoutesOptions) {
  const arriving = createArrivals();

  async function admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const token = bearerOf(request);
    if (token === null) throw new DomainError('not-authenticated');
    const bearer = admission.authenticate(token);
    // Before any await: a client gone by then never closes the reply and would hold its slot for ever.
    const { raw } = request;
    const arrival: Arrival = {
      isWhole: () => raw.complete,
      cutOff: () => refuseStream(raw.socket, refusalOf(new DomainError('busy'))),
    };
    reply.raw.once('close', arriving.enter(bearer.userId, arrival));
    const standing = await admission.standing(bearer);
    if (standing === 'suspended') log.info({ userId: bearer.userId, reason: standing }, 'an upload was refused');
    expectMember(standing);
    await limits.take(['upload', bearer.userId], UPLOADING);
    request.bearer = bearer;
  }

  return (app: FastifyInstance): void => {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: FastifyRequest, raw: Buffer) => raw);
      scope.decorateRequest('bearer', null);
      scope.addHook('onRequest', admit);
      for (const folder of UPLOAD_FOLDERS) {
        const options = { bodyLimit: bytesAtMost(folder), config: { bodyMs: FIXED.uploadTimeoutMs } };
        scope.post(`/api/v1/media/${folder}`, options, async (request) => {
          const { bearer, body } = request;
          if (bearer === null) throw new Error('a request without a bearer came through');
          if (!Buffer.isBuffer(body) || body.length === 0) throw new DomainError('unreadable-file');
          return upload({ owner: bearer.userId, folder, file: body, requestId: requestIdOf(request) });
        });
      }
    });
  };
}

function bytesAtMost(folder: UploadFolder): number {
  return folder === 'voice' ? FIXED.voiceBytes : FIXED.imageBytes;
}

/** A body being received. */
interface Arrival {
  isWhole(): boolean;
  cutOff(): void;
}

function createArrivals() {
  /** By user. */
  const arrivals = new Map<string, Set<Arrival>>();
  let all = 0;

  function remove(userId: string, arrival: Arrival): void {
    const theirs = arrivals.get(userId);
    if (!theirs?.delete(arrival)) return;
    all -= 1;
    if (theirs.size === 0) arrivals.delete(userId);
  }

  /** When all slots are taken, the user with the most loses the latest that is still arriving. */
  function makeRoom(own: number): void {
    const [most] = [...arrivals].toSorted(([, one], [, other]) => other.size - one.size);
    const latest = most && [...most[1]].findLast((arrival) => !arrival.isWhole());
    if (!most || !latest || most[1].size <= own + 1) throw new DomainError('busy');
    remove(most[0], latest);
    latest.cutOff();
  }

  return {
    /** Returns how to leave. */
    enter(userId: string, arrival: Arrival): () => void {
      const own = arrivals.get(userId)?.size ?? 0;
      if (own >= AT_ONCE_EACH) throw new DomainError('too-many-requests', { retryAfter: 1 });
      if (all >= AT_ONCE) makeRoom(own);
      arrivals.set(userId, (arrivals.get(userId) ?? new Set()).add(arrival));
      all += 1;
      return () => remove(userId, arrival);
    },
  };
}
