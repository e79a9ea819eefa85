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

test('a leave on another node that overtakes its join: it is refused, and nobody is matched from that place', async () => {
  const [holder, follower] = await holderAndFollower();
  const [ann = '', bob = ''] = await makePeople(database, nobodies(2));
  const endLook = await open(async (tx) => {
    await sql`LOCK TABLE profiles.profile IN ACCESS EXCLUSIVE MODE`.execute(tx.db);
  });
  const joining = follower.join(ann, { requestId: 'first' });
  await expect.poll(ungranted).toBeGreaterThan(0);
  await clock.advance(1);
  expect(await holder.leave(ann)).toMatchObject({ left: true });
  await endLook();
  await expect(joining).rejects.toMatchObject({ reason: 'place-given-up' });
  await holder.join(bob);
  await holder.queue.idle();
  expect(holder.pairs).toEqual([]);
  // What they ask from then on is another matter.
  expect(await follower.join(ann, { requestId: 'second' })).toBeDefined();
  await expect.poll(() => holder.pairs.length).toBe(1);
});

test('a leave on another node waits for the row that a join is making, and takes it back', async () => {
  const [, follower] = await holderAndFollower();
  const [ann = ''] = await makePeople(database, nobodies(1));
  const commit = await open(async (tx) => {
    const place = { ref: ann, ticket: ann, place: 1, since: tx.now, seen_at: tx.now };
    const rows = tx.db.insertInto('engagement.engagement');
    await rows.values({ user_id: ann, kind: 'voice-queue', ...place }).execute();
  });
  const leaving = follower.leave(ann);
  await expect.poll(ungranted).toBeGreaterThan(0);
  await commit();
  expect(await leaving).toMatchObject({ left: true });
  const rows = database.read.selectFrom('engagement.engagement').selectAll().where('user_id', '=', ann);
  expect(await rows.execute()).toEqual([]);
});

test('a join makes no row while somebody leaves what is not there yet, and is refused if it was asked before', async () => {
  const [holder, follower] = await holderAndFollower();
  const [ann = ''] = await makePeople(database, nobodies(1));
  // Met, so that nobody looks before the row is made.
  await holder.came(ann);
  const endLeave = await open(async (tx) => {
    expect(await follower.engagements.leave({ ...tx, now: new Date(clock.now() + 1) }, ann, 'voice')).toBeUndefined();
  });
  const joining = holder.join(ann, { requestId: 'asked before' });
  await expect.poll(ungranted).toBeGreaterThan(0);
  await endLeave();
  await expect(joining).rejects.toMatchObject({ reason: 'place-given-up' });
});
