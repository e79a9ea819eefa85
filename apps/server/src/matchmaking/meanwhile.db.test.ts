import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { lockLeases } from '../platform/leases.ts';
import { freshDatabase } from '../testing/database.ts';
import { makePeople, nobodies, startNode, type TestNode } from './testing.ts';

const world = await freshDatabase();
const { database, clock } = world;

let nodes: TestNode[] = [];
afterEach(async () => {
  for (const { stop, queue } of nodes) {
    stop();
    await queue.idle();
  }
  nodes = [];
  await database.read.updateTable('platform.lease').set({ epoch: 0 }).where('name', '=', 'voice').execute();
  for (const table of ['engagement', 'kept_place', 'recent_partner'] as const)
    await database.read.deleteFrom(`engagement.${table}`).execute();
});

async function holderAndFollower(): Promise<[TestNode, TestNode]> {
  const holder = startNode(world);
  const follower = startNode(world, { bus: holder.bus });
  nodes = [holder, follower];
  holder.lease.onHeld(0);
  await holder.queue.idle();
  return [holder, follower];
}

async function ungranted(): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`SELECT count(*)::int FROM pg_locks WHERE NOT granted`.execute(
    database.read,
  );
  return rows[0]?.count;
}

/** A transaction that does its work and then stays open. */
async function open(work: Parameters<typeof database.transaction<void>>[0]): Promise<() => Promise<void>> {
  const done = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const running = database.transaction(async (tx) => {
    await work(tx);
    done.resolve();
    await end.promise;
  });
  await done.promise;
  return async () => (end.resolve(), running);
}

test('who loses the lease while the queue is read tells nobody a place out of what it remembers', async () => {
  const [holder, follower] = await holderAndFollower();
  const [dan = '', ann = ''] = await makePeople(database, nobodies(2));
  await holder.join(ann);
  const blocked = await open((tx) => lockLeases(tx));
  await clock.advance(1_000);
  await expect.poll(ungranted).toBeGreaterThan(0);
  // As after 3 s in which the lease could not be renewed.
  holder.lease.onLost();
  await blocked();
  await holder.queue.idle();
  // The other node leads from now on.
  await database.read.updateTable('platform.lease').set({ epoch: 1 }).where('name', '=', 'voice').execute();
  follower.lease.onHeld(1);
  await follower.queue.idle();
  expect((await follower.leave(ann)).left).toBe(true);
  // A day later, behind somebody whom she may not meet.
  await clock.advance(86_400_000);
  await database.read.deleteFrom('engagement.kept_place').execute();
  await database.transaction((tx) => follower.engagements.remember(tx, { one: ann, other: dan, until: 'ever' }));
  await follower.join(dan);
  expect(await holder.join(ann)).toMatchObject({ position: 2, totalInQueue: 2 });
  await follower.queue.idle();
  expect(await follower.queue.standing(database.read, ann)).toMatchObject({ position: 2, totalInQueue: 2 });
  expect(await holder.queue.standing(database.read, ann)).toMatchObject({ position: 2, totalInQueue: 2 });
});

test('two who were met before they met each other are not matched again while what they were in ends', async () => {
  const [holder] = await holderAndFollower();
  const [ann = '', bob = ''] = await makePeople(database, nobodies(2));
  await holder.came(ann);
  await holder.came(bob);
  const ref = ann;
  await database.transaction(async ({ db, now }) => {
    for (const user_id of [ann, bob]) {
      await db
        .insertInto('engagement.engagement')
        .values({ user_id, kind: 'text', ref, ticket: user_id, place: 1, since: now, seen_at: now })
        .execute();
    }
  });
  const ended = await open(async (tx) => {
    await holder.engagements.remember(tx, { one: ann, other: bob, until: new Date(clock.now() + 86_400_000) });
    for (const userId of [ann, bob]) await holder.engagements.release(tx, { userId, ref });
  });
  const joins = [holder.join(ann), holder.join(bob)];
  await expect.poll(ungranted).toBeGreaterThan(0);
  await ended();
  await Promise.allSettled(joins);
  await holder.queue.idle();
  expect(holder.pairs).toEqual([]);
});
