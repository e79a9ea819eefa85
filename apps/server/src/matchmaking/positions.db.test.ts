import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createMarkedQueue, MARK_EVERY } from '../engagement/index.ts';
import { uuidv7 } from '../platform/ids.ts';
import { freshDatabase } from '../testing/database.ts';
import { report, sizeOf } from '../testing/size.ts';
import { createNodes, makePeople, nobodies, type TestNode } from './testing.ts';

const world = await freshDatabase();
const { database, clock } = world;
const SIZES = [100, 1_000, sizeOf({ small: 2_000, full: 10_000 })];

const nodes = createNodes(world);
afterEach(async () => {
  await nodes.stop();
  // Index entries of deleted rows would count as read.
  await sql`TRUNCATE engagement.engagement`.execute(database.read);
});

const idsOf = (count: number): string[] => Array.from({ length: count }, (_, i) => uuidv7(clock.now() + i));

/** Inserts waiting users, in the order of their slots. */
async function fill(ids: readonly string[]): Promise<{ userId: string; place: number }[]> {
  const queue = ids.map((userId, i) => ({ userId, place: 1_000_000 + i * 10 }));
  const now = new Date(clock.now());
  for (let i = 0; i < queue.length; i += 1_000) {
    const rows = queue.slice(i, i + 1_000).map(({ userId, place }) => ({
      user_id: userId,
      kind: 'voice-queue',
      ref: userId,
      ticket: userId,
      place,
      since: now,
      seen_at: now,
    }));
    await database.read.insertInto('engagement.engagement').values(rows).execute();
  }
  await sql`ANALYZE engagement.engagement`.execute(database.read);
  return queue;
}

/** Rows and index entries of the queue that one poll of the user reads. */
async function readBy(
  node: TestNode,
  userId: string,
): Promise<{ rows: number; position: number | undefined; total: number | undefined }> {
  return database.transaction(async ({ db }) => {
    const waiting = await node.engagements.find(db, userId);
    if (!waiting) throw new Error('nobody waits');
    const count = async (): Promise<number> => {
      const { rows } = await sql<{ read: number }>`
        SELECT pg_stat_get_xact_tuples_returned('engagement.engagement'::regclass)
          + (SELECT sum(pg_stat_get_xact_tuples_returned(indexrelid))::bigint FROM pg_index
             WHERE indrelid = 'engagement.engagement'::regclass) AS read
      `.execute(db);
      return rows[0]!.read;
    };
    const before = await count();
    const view = await node.queue.standing(db, waiting);
    return { rows: (await count()) - before, position: view?.position, total: view?.totalInQueue };
  });
}

test.each(SIZES)(
  `away from the holder of a queue of %i, a poll reads ${MARK_EVERY} rows of it at most, and tells the real position`,
  async (count) => {
    const queue = await fill(idsOf(count));
    const follower = nodes.start();
    createMarkedQueue({ bus: follower.bus, clock, mode: 'voice' }).publish(queue);
    let most = 0;
    for (const position of [1, Math.floor(count / 2), count]) {
      const poll = await readBy(follower, queue[position - 1]!.userId);
      most = Math.max(most, poll.rows);
      expect(poll).toMatchObject({ position, total: count });
    }
    report(`a poll away from the holder, ${count} waiting: ${most} rows read at most`);
    expect(most).toBeLessThanOrEqual(MARK_EVERY);
  },
);

test(`of a queue of ${MARK_EVERY + 1}, a node that does not hold it follows within 1 s who leaves`, async () => {
  const ids = await makePeople(database, nobodies(MARK_EVERY + 1));
  // Suspended users are never matched.
  await database.read
    .updateTable('identity.account')
    .set({ suspended_until: new Date(8.64e15) })
    .execute();
  await fill(ids);
  const [holder, follower] = await nodes.holderAndFollower();
  await clock.advance(1_000);
  await holder.queue.idle();
  const last = ids.at(-1)!;
  expect((await readBy(follower, last)).rows).toBe(1);
  for (const userId of ids.slice(0, 10)) await holder.leave(userId);
  await clock.advance(1_000);
  await holder.queue.idle();
  for (const node of [holder, follower])
    expect(await node.standing(last)).toMatchObject({ position: ids.length - 10, totalInQueue: ids.length - 10 });
});

test('for 10 s after its holder was heard last a queue keeps its marks; then all of it is read, until a holder is back', async () => {
  const queue = await fill(idsOf(2 * MARK_EVERY));
  const follower = nodes.start();
  createMarkedQueue({ bus: follower.bus, clock, mode: 'voice' }).publish(queue);
  const last = queue.at(-1)!.userId;
  await clock.advance(10_000);
  expect((await readBy(follower, last)).rows).toBe(MARK_EVERY);
  await clock.advance(1);
  expect(await readBy(follower, last)).toMatchObject({
    rows: 2 * MARK_EVERY,
    position: queue.length,
    total: queue.length,
  });
});
