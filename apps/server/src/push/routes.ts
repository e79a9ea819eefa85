import { CALLABLES, text } from '@yonder/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Database, Tx } from '../platform/database.ts';
import { expectMember, type Admission, type Bearer } from '../platform/dispatcher.ts';
import type { Limits } from '../platform/door/limits.ts';
import { DomainError } from '../platform/errors.ts';
import { bearerOf } from '../platform/http/callables.ts';
import { removeSubscription, type Registration } from './subscriptions.ts';

export interface PushRoutesOptions {
  database: Database;
  admission: Admission;
  limits: Pick<Limits, 'take'>;
  register(tx: Tx, registration: Registration): Promise<void>;
}

const registration = CALLABLES.updateFcmToken.input;
const removal = z.object({ token: text({ min: 1, max: 4_096 }) });

/** POST and DELETE /api/v1/auth/fcm-token: the push subscription of a session's browser, by access token. */
export function pushRoutes({ database, admission, limits, register }: PushRoutesOptions) {
  async function authenticate(request: FastifyRequest): Promise<void> {
    const token = bearerOf(request);
    if (token === null) throw new DomainError('not-authenticated');
    request.bearer = admission.authenticate(token);
    await limits.take(['fcm-token', request.bearer.userId], CALLABLES.updateFcmToken.rate);
  }

  async function member({ bearer }: FastifyRequest): Promise<Bearer> {
    if (bearer === null) throw new Error('a request without a bearer came through');
    expectMember(await admission.standing(bearer));
    return bearer;
  }

  return (app: FastifyInstance): void => {
    app.register(async (scope) => {
      scope.decorateRequest('bearer', null);
      // A caller without an access token is refused before a byte of the body is read.
      scope.addHook('onRequest', authenticate);
      scope.post('/api/v1/auth/fcm-token', async (request, reply) => {
        const { token, platform } = read(registration, request.body);
        const { userId, sid } = await member(request);
        await database.transaction((tx) => register(tx, { userId, sid, token, platform }));
        return reply.code(204).send();
      });
      scope.delete('/api/v1/auth/fcm-token', async (request, reply) => {
        const { token } = read(removal, request.body);
        const { userId } = await member(request);
        await database.transaction((tx) => removeSubscription(tx, { userId, token }));
        return reply.code(204).send();
      });
    });
  };
}

function read<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(body);
  if (!success) throw new DomainError('bad-input');
  return data;
}
