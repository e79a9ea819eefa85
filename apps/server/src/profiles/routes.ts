import { CALLABLES, text } from '@yonder/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Database } from '../platform/database.ts';
import type { Admission, Bearer } from '../platform/dispatcher.ts';
import type { Limits } from '../platform/door/limits.ts';
import { DomainError } from '../platform/errors.ts';
import { bearerOf } from '../platform/http/callables.ts';
import { removePushToken, savePushToken } from './push-tokens.ts';

export interface PushTokenRoutesOptions {
  database: Database;
  admission: Admission;
  limits: Pick<Limits, 'take'>;
}

const registration = CALLABLES.updateFcmToken.input;
const removal = z.object({ token: text({ min: 1, max: 4_096 }) });

/** POST and DELETE /api/v1/auth/fcm-token: the device push token of a session, by bearer. */
export function pushTokenRoutes({ database, admission, limits }: PushTokenRoutesOptions) {
  async function member(request: FastifyRequest): Promise<Bearer> {
    const token = bearerOf(request);
    if (token === null) throw new DomainError('not-authenticated');
    const bearer = admission.authenticate(token);
    await limits.take(`fcm-token ${bearer.userId}`, CALLABLES.updateFcmToken.rate);
    const standing = await admission.standing(bearer);
    if (standing === 'suspended') throw new DomainError('suspended');
    if (standing === 'newcomer') throw new DomainError('onboarding-required');
    return bearer;
  }

  return (app: FastifyInstance): void => {
    app.post('/api/v1/auth/fcm-token', async (request, reply) => {
      const { userId, sid } = await member(request);
      const { token, platform } = read(registration, request.body);
      await database.transaction((tx) => savePushToken(tx, { userId, sid, token, platform }));
      return reply.code(204).send();
    });
    app.delete('/api/v1/auth/fcm-token', async (request, reply) => {
      const { userId } = await member(request);
      const { token } = read(removal, request.body);
      await database.transaction((tx) => removePushToken(tx, { userId, token }));
      return reply.code(204).send();
    });
  };
}

function read<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.output<Schema> {
  const { success, data } = schema.safeParse(body);
  if (!success) throw new DomainError('bad-input');
  return data;
}
