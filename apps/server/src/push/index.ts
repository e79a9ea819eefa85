import type { FastifyInstance } from 'fastify';
import type { Tx } from '../platform/database.ts';
import type { Admission, Handlers } from '../platform/dispatcher.ts';
import type { PersonPresence } from '../platform/live/presence.ts';
import type { Platform } from '../platform/platform.ts';
import type { Stop } from '../platform/stop.ts';
import { pushCallables } from './callables.ts';
import { createCourier } from './courier.ts';
import { createGathering } from './gathering.ts';
import { observePushes } from './metrics.ts';
import { enqueue, type Wake } from './outgoing.ts';
import { pushRoutes } from './routes.ts';
import { createSender, type SenderOptions } from './sender.ts';
import {
  removeSubscriptionsOf,
  removeSubscriptionsOfPerson,
  saveSubscription,
  type Registering,
  type Registration,
} from './subscriptions.ts';
import { createVapid } from './vapid.ts';

export { isPushed } from './kinds.ts';
export { enqueue, type Wake } from './outgoing.ts';
export { pushData } from './personal-data.ts';
export { removeAllSubscriptions } from './subscriptions.ts';

/**
 * The purpose of the server key that browsers subscribe with. It never changes: they would all have to subscribe anew.
 */
export const PUSH_KEYS = 'push';

export interface PushOptions extends Pick<Platform, 'database' | 'clock' | 'log' | 'limits' | 'keys' | 'metrics'> {
  /** The contact for push services: mailto: or https:. */
  subject: string;
  /** Push services the operator named, at any address. */
  allowedHosts: readonly string[];
  person: SenderOptions['person'];
  holdSession: Registering['holdSession'];
  /** The user's presence on this node. */
  here(userId: string): PersonPresence;
}

export interface Push {
  /** What browsers subscribe with. */
  publicKey: string;
  callables: Handlers<'updateFcmToken'>;
  routes(admission: Admission): (app: FastifyInstance) => void;
  /** Queues pushes in the caller's transaction. */
  wake(tx: Tx, wakes: readonly Wake[]): Promise<void>;
  /** Queues pushes after the commit. A crash may lose them: by then it is too late, or an earlier one was sent. */
  wakeSoon(wakes: readonly Wake[]): void;
  /** In the same transaction: no push reaches a browser the user has signed out of. */
  sessionClosed(tx: Tx, session: { sid: string }): Promise<void>;
  /** In the same transaction: no push reaches a suspended user. */
  expelled(tx: Tx, userId: string): Promise<void>;
  start(): Stop;
  /** Resolves once nothing is under way. */
  settled(): Promise<void>;
}

export function createPush(options: PushOptions): Push {
  const { keys, subject, allowedHosts, holdSession, metrics, database } = options;
  const vapid = createVapid({ secret: keys.signing(PUSH_KEYS).secret, subject });
  const courier = createCourier({ named: allowedHosts });
  const sender = createSender({ ...options, vapid, courier, observe: observePushes(metrics, options) });
  const register = (tx: Tx, registration: Registration) =>
    saveSubscription(tx, registration, { named: allowedHosts, holdSession });
  const wake = async (tx: Tx, wakes: readonly Wake[]): Promise<void> => {
    if (wakes.length > 0 && (await enqueue(tx, wakes)) > 0) tx.after(sender.look);
  };
  const gathering = createGathering({ ...options, flush: (wakes) => database.transaction((tx) => wake(tx, wakes)) });
  return {
    publicKey: vapid.publicKey,
    callables: pushCallables(register),
    routes: (admission) => pushRoutes({ ...options, admission, register }),
    wake,
    wakeSoon: gathering.add,
    sessionClosed: (tx, { sid }) => removeSubscriptionsOf(tx, sid),
    expelled: removeSubscriptionsOfPerson,
    start() {
      const stops = [sender.start(), gathering.stop, courier.stop];
      return () => stops.forEach((stop) => stop());
    },
    async settled() {
      await gathering.settled();
      await sender.settled();
    },
  };
}
