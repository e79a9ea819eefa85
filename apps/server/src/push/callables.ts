import { command, type Handlers } from '../platform/dispatcher.ts';
import type { Tx } from '../platform/database.ts';
import type { Registration } from './subscriptions.ts';

export function pushCallables(
  register: (tx: Tx, registration: Registration) => Promise<void>,
): Handlers<'updateFcmToken'> {
  return {
    updateFcmToken: command(async ({ userId, sid }, tx, input) => {
      await register(tx, { userId, sid, ...input });
      return null;
    }),
  };
}
