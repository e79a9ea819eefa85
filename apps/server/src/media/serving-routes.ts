import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Rate } from '@yonder/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { decrypt } from '../platform/cipher.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Admission } from '../platform/dispatcher.ts';
import type { Limits } from '../platform/door/limits.ts';
import { DomainError } from '../platform/errors.ts';
import { bearerOf } from '../platform/http/callables.ts';
import { sendRefusal } from '../platform/http/errors.ts';
import type { Log } from '../platform/log.ts';
import { createSeldom } from '../platform/seldom.ts';
import type { Addresses, Ticket } from './addresses.ts';
import type { ByteRange, ObjectStore, StoredBytes } from './object-store.ts';
import { isOneTime, type OneTimeImages } from './one-time.ts';
import { dispositionOf, isCopy, mediaTypeOf, parseObjectPath } from './paths.ts';
import type { PhotoGate } from './photo-gate.ts';
import type { PhotoGuesses } from './photo-names.ts';
import { rangeOf } from './ranges.ts';
import { findObjects, isOwnPhoto } from './rows.ts';

export interface ServingOptions {
  database: Database;
  clock: Clock;
  log: Log;
  objects: Pick<ObjectStore, 'get'>;
  addresses: Addresses;
  oneTime: Pick<OneTimeImages, 'serve'>;
  /** Returns the size of a user's copy of their data; undefined when it is gone. */
  copies: { bytesAt(path: string): Promise<number | undefined> };
  admission: Pick<Admission, 'authenticate' | 'mayModerate'>;
  limits: Pick<Limits, 'take'>;
  /** Returns the user of the request's session cookie. */
  holderOf(headers: FastifyRequest['headers']): Promise<string | null>;
}

export const READING: Rate = { burst: 300, perMinute: 1_200, kind: 'sliced' };
/** Keeps a browser from running what is no picture or sound. */
const INERT = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
};

type ByToken = FastifyRequest<{ Params: { token: string } }>;

/** GET and HEAD /api/v1/media/{token}: what an address signed for one user stands for. */
export function servingRoutes(options: ServingOptions) {
  const { database, objects, oneTime, copies } = options;
  const forbid = createForbidding(options);

  async function serveKept(request: ByToken, reply: FastifyReply, { path, part }: Ticket): Promise<FastifyReply> {
    const [found] = await findObjects(database.read, [path], part === 'evidence' ? 'held' : 'shown');
    if (!found) throw new DomainError('media-not-found');
    if (found.fileKey !== null) return serveDecrypted(request, reply, { path, fileKey: found.fileKey });
    if (part !== 'thumb' || found.thumbPath === null) return serveObject(request, reply, { path, size: found.bytes });
    return serveObject(request, reply, { path: found.thumbPath, size: found.thumbBytes });
  }

  /** Decrypts sealed evidence whole in memory: no part can be trusted before all of it is decrypted. */
  async function serveDecrypted(
    request: ByToken,
    reply: FastifyReply,
    { path, fileKey }: { path: string; fileKey: Buffer },
  ): Promise<FastifyReply> {
    const stored = await objects.get(path);
    if (stored === null) throw new DomainError('media-not-found');
    const bytes = decrypt(await buffer(stored.body), { key: fileKey, about: path });
    return serveRange(request, reply, {
      path,
      size: bytes.length,
      read: async (range) => (range ? bytes.subarray(range.from, range.to + 1) : bytes),
    });
  }

  async function serveCopy(request: ByToken, reply: FastifyReply, { path }: Ticket): Promise<FastifyReply> {
    const size = await copies.bytesAt(path);
    if (size === undefined) throw new DomainError('media-not-found');
    return serveObject(request, reply, { path, size });
  }

  async function serveObject(
    request: ByToken,
    reply: FastifyReply,
    { path, size }: { path: string; size: number },
  ): Promise<FastifyReply> {
    return serveRange(request, reply, {
      path,
      size,
      async read(range) {
        const stored = await objects.get(path, range);
        if (stored === null) throw new DomainError('media-not-found');
        return stored.body;
      },
    });
  }

  async function serveOnce(request: ByToken, reply: FastifyReply, { path }: Ticket): Promise<FastifyReply> {
    if (request.method === 'HEAD') return sendRefusal(reply, { status: 405, error: new DomainError('wrong-method') });
    const bytes = await oneTime.serve(path);
    if (bytes === null) throw new DomainError('media-not-found');
    return typed(reply, path).send(bytes);
  }

  async function serve(request: ByToken, reply: FastifyReply): Promise<FastifyReply> {
    const ticket = await ticketOf(request, { ...options, forbid });
    void reply.headers({ ...INERT, 'cache-control': 'private, no-store' });
    if (isCopy(ticket.path)) return serveCopy(request, reply, ticket);
    const isOnce = isOneTime(ticket.path) && ticket.part !== 'evidence';
    return isOnce ? serveOnce(request, reply, ticket) : serveKept(request, reply, ticket);
  }

  return (app: FastifyInstance): void => {
    app.get('/api/v1/media/:token', { exposeHeadRoute: false }, serve);
    app.head('/api/v1/media/:token', serve);
  };
}

/** Returns an address's ticket. Its user must still be signed in, by cookie or token, and a moderator for evidence. */
async function ticketOf(
  request: ByToken,
  options: ServingOptions & { forbid: ReturnType<typeof createForbidding> },
): Promise<Ticket> {
  const { addresses, clock, limits, admission, holderOf, forbid } = options;
  const ticket = addresses.read(request.params.token);
  if (!ticket || ticket.expiresAt <= clock.now()) throw forbid(null);
  await limits.take(['media', ticket.userId], READING);
  const token = bearerOf(request);
  const caller = token === null ? await holderOf(request.headers) : admission.authenticate(token).userId;
  const isTheirs = caller === ticket.userId && (ticket.part !== 'evidence' || admission.mayModerate(ticket));
  if (!isTheirs) throw forbid({ userId: caller, signedFor: ticket.userId });
  return ticket;
}

/** Logs attempts at other users' files; null: an expired or unsigned address. */
function createForbidding({ log, clock }: Pick<ServingOptions, 'log' | 'clock'>) {
  const seldom = createSeldom(clock);
  return (who: { userId: string | null; signedFor: string } | null): DomainError => {
    const error = new DomainError('media-forbidden');
    const { reason } = error;
    if (who) log.info({ userId: who.userId, signedFor: who.signedFor, reason }, 'a file was refused');
    else seldom((times) => log.info({ reason, times }, 'a file was refused'));
    return error;
  };
}

/** A cache keeps the bytes but asks each time: a photo may be withheld at any moment. */
const PHOTO_CACHING = 'public, no-cache';

interface PhotoOptions extends Pick<ServingOptions, 'database' | 'limits' | 'objects' | 'holderOf'> {
  isShown: PhotoGate;
  guesses: PhotoGuesses;
}

type ByName = FastifyRequest<{ Params: { name: string } }>;

/**
 * GET /media/photos/{name}: profile photos and their thumbs, the only media without an access check. A withheld one is
 * served to its owner alone. A name always stands for the same bytes, so it is its own ETag: asking again costs neither a
 * query nor the store.
 */
export function photoRoutes({ database, limits, objects, holderOf, isShown, guesses }: PhotoOptions) {
  /** A withheld photo answers its owner's browser as before: a difference would reveal the report. */
  async function isTheirs({ headers }: ByName, path: string): Promise<boolean> {
    const owner = await holderOf(headers);
    if (owner === null) return false;
    await limits.take(['media', owner], READING);
    return isOwnPhoto(database.read, { path, owner });
  }

  async function servePhoto(request: ByName, reply: FastifyReply): Promise<FastifyReply> {
    const { name } = request.params;
    const path = `photos/${name}`;
    const asked = { name, address: request.address };
    void reply.headers(INERT);
    guesses.assertMayAsk(asked);
    const isServed = parseObjectPath(path) !== null && ((await isShown(path)) || (await isTheirs(request, path)));
    if (!isServed) {
      await guesses.countMiss(asked);
      return refusePhoto(reply);
    }
    guesses.keepServed(name);
    const tag = `"${name}"`;
    void reply.headers({ 'cache-control': PHOTO_CACHING, etag: tag });
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send();
    const stored = await objects.get(path);
    if (stored === null) return refusePhoto(reply);
    void reply.header('content-length', stored.size);
    return sendBytes(typed(reply, path), stored);
  }

  return (app: FastifyInstance): void => {
    app.get<{ Params: { name: string } }>('/media/photos/:name', servePhoto);
  };
}

function refusePhoto(reply: FastifyReply): FastifyReply {
  const refused = reply.code(404).removeHeader('etag').header('cache-control', 'no-store');
  return refused.type('text/plain; charset=utf-8').send('Not found');
}

interface Ranged {
  path: string;
  size: number;
  /** Undefined: all of it. */
  read(range: ByteRange | undefined): Promise<Readable | Buffer>;
}

/** Sends the range that was asked for. */
async function serveRange(request: ByToken, reply: FastifyReply, { path, size, read }: Ranged): Promise<FastifyReply> {
  const range = rangeOf(request.headers.range, size);
  void reply.headers({ 'accept-ranges': 'bytes', 'content-length': size });
  if (range === 'unsatisfiable') return refuseRange(reply, size);
  if (range !== 'all') {
    const { from, to } = range;
    void reply.code(206).headers({ 'content-range': `bytes ${from}-${to}/${size}`, 'content-length': to - from + 1 });
  }
  void typed(reply, path);
  if (request.method === 'HEAD') return reply.send();
  return reply.send(await read(range === 'all' ? undefined : range));
}

function typed(reply: FastifyReply, path: string): FastifyReply {
  return reply.type(mediaTypeOf(path)).header('content-disposition', dispositionOf(path));
}

function sendBytes(reply: FastifyReply, stored: StoredBytes | null): FastifyReply {
  if (stored === null) throw new DomainError('media-not-found');
  return reply.send(stored.body);
}

function refuseRange(reply: FastifyReply, size: number): FastifyReply {
  void reply.removeHeader('content-length').header('content-range', `bytes */${size}`);
  return sendRefusal(reply, { status: 416, error: new DomainError('bad-input') });
}
