import { setImmediate as turn } from 'node:timers/promises';
import { afterAll } from 'vitest';
import { holdSession, openSession } from '../../identity/store.ts';
import type { Tx } from '../../platform/database.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { person } from '../../profiles/index.ts';
import { freshDatabase, type TestDatabase } from '../../testing/database.ts';
import { createCourier, type Courier } from '../courier.ts';
import { enqueue, type Wake } from '../outgoing.ts';
import { createSender, type Loss, type Sender } from '../sender.ts';
import { saveSubscription } from '../subscriptions.ts';
import { createVapid } from '../vapid.ts';
import { startPushService, type PushService } from './push-service.ts';

/** A node that sends. */
export interface PushNode extends Pick<Sender, 'look' | 'settled'> {
  /** The pushes it dropped, and why. */
  losses: Loss[];
}

export interface PushHouse extends TestDatabase {
  service: PushService;
  /** Makes a user with browsers of these names, each with a session of its own. */
  newcomer(...browsers: string[]): Promise<string>;
  /** Registers a browser of theirs for another session. */
  register(owner: { userId: string; token: string }): Promise<void>;
  /** Queues pushes in a transaction, as other modules do. */
  wake(...wakes: Wake[]): Promise<void>;
  /** Starts a node in place of those before, which are gone. */
  node(courier?: Courier): PushNode;
  another(): PushNode;
  stopNodes(): void;
  /** Sends what is due at this node, until nothing is under way. */
  sendAll(node: PushNode): Promise<void>;
  /** The kinds of pushes that still wait. */
  waiting(): Promise<string[]>;
}

export const SUBJECT = 'mailto:operator@example.org';

/** The queue on a real database, and a push service on this machine. */
export async function openPushHouse(): Promise<PushHouse> {
  const world = await freshDatabase();
  const { database, clock } = world;
  const service = await startPushService();
  const vapid = createVapid({ secret: Buffer.alloc(32, 7), subject: SUBJECT });
  const stops: (() => void)[] = [];
  function start(courier: Courier = createCourier({ named: ['127.0.0.1'] })): PushNode {
    const losses: Loss[] = [];
    const observe = { sent: () => {}, dropped: (why: Loss) => void losses.push(why) };
    const sender = createSender({ ...world, vapid, courier, person, observe });
    stops.push(sender.start(), courier.stop);
    return { ...sender, losses };
  }
  async function register(tx: Tx, { userId, token }: { userId: string; token: string }): Promise<void> {
    const { sid } = await openSession(tx, { userId, expiresAt: new Date(clock.now() + 86_400_000) });
    await saveSubscription(tx, { userId, sid, token, platform: 'web' }, { named: ['127.0.0.1'], holdSession });
  }
  const stopNodes = (): void => stops.splice(0).forEach((stop) => stop());

  afterAll(async () => {
    stopNodes();
    await service.stop();
  });

  return {
    ...world,
    service,
    async newcomer(...browsers) {
      const userId = uuidv7(clock.now());
      await database.transaction(async (tx) => {
        const { db, now } = tx;
        const account = {
          user_id: userId,
          provider: 'test',
          subject: userId,
          created_at: now,
          onboarded_at: now,
        };
        await db.insertInto('identity.account').values(account).execute();
        const times = {
          created_at: now,
          updated_at: now,
          last_active: now,
        };
        await db
          .insertInto('profiles.profile')
          .values({
            user_id: userId,
            name: 'Ann',
            languages: [],
            ...times,
          })
          .execute();
        for (const name of browsers) {
          await register(tx, {
            userId,
            token: service.subscribe(name).token,
          });
        }
      });
      return userId;
    },
    register: (owner) => database.transaction((tx) => register(tx, owner)),
    wake: (...wakes) => database.transaction(async (tx) => void (await enqueue(tx, wakes))),
    node(courier) {
      stopNodes();
      return start(courier);
    },
    another: () => start(),
    stopNodes,
    async sendAll(node) {
      node.look();
      await turn();
      await node.settled();
    },
    async waiting() {
      const rows = await database.read.selectFrom('push.outgoing').select('kind').orderBy('id').execute();
      return rows.map(({ kind }) => kind);
    },
  };
}

/** A push that depends on no other user. */
export function news(userId: string): Wake {
  return { kind: 'moderation', userId, about: null, roomId: null };
}
