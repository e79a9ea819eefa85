import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { lockLeases } from '../platform/leases.ts';
import { freshDatabase } from '../testing/database.ts';
import { holdOpen, waitingForLocks } from '../testing/held-open.ts';
import { createNodes, makePeople, nobodies } from './testing.ts';

const world = await freshDatabase();
const { database, clock } = world;

const nodes = createNodes(world);
afterEach(async () => {
  await nodes.stop();
  await database.read.updateTable('platform.lease').set({ epoch: 0 }).where('name', '=', 'voice').execute();
  for (const table of ['engagement', 'kept_place', 'recent_partner'] as const)
    await database.read.deleteFrom(`engagement.${table}`).execute();
});

test('who loses the lease while the queue is read tells nobody a place out of what it remembers', async () => {
  const [holder, follower] = await nodes.holderAndFollower();
  const [dan = '', ann = ''] = await makePeople(database, nobodies(2));
  await holder.join(ann);
  const blocked = await holdOpen(database, (tx) => lockLeases(tx));
  await clock.advance(1_000);
  await expect.poll(() => waitingForLocks(database.read)).toBeGreaterThan(0);
  // As after 3 s without a renewed lease.
  holder.lease.onLost();
  await blocked();
  await holder.queue.idle();
  // The other node holds the lease from now on.
  await database.read.updateTable('platform.lease').set({ epoch: 1 }).where('name', '=', 'voice').execute();
  follower.lease.onHeld(1);
  await follower.queue.idle();
  expect((await follower.leave(ann)).left).toBe(true);
  // A day later ann waits behind an incompatible user.
  await clock.advance(86_400_000);
  await database.read.deleteFrom('engagement.kept_place').execute();
  await database.transaction((tx) => follower.engagements.remember(tx, { one: ann, other: dan, until: 'ever' }));
  await follower.join(dan);
  expect(await holder.join(ann)).toMatchObject({ position: 2, totalInQueue: 2 });
  await follower.queue.idle();
  expect(await follower.standing(ann)).toMatchObject({ position: 2, totalInQueue: 2 });
  expect(await holder.standing(ann)).toMatchObject({ position: 2, totalInQueue: 2 });
});

/** Makes the rows of these users fail, as unexpected or with an error, until the returned function is called. */
async function refuseRows(refused: Record<string, 'unexpected' | 'failed'>): Promise<() => Promise<void>> {
  const how = sql.lit(JSON.stringify(refused));
  await sql`CREATE FUNCTION engagement.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE how text := ${how}::jsonb ->> new.user_id::text;
    BEGIN
      IF how = 'unexpected' THEN PERFORM platform.expect(false); END IF;
      IF how = 'failed' THEN RAISE EXCEPTION 'a fault'; END IF;
      RETURN new;
    END
  $$`.execute(database.read);
  await sql`CREATE TRIGGER refuse BEFORE INSERT ON engagement.engagement FOR EACH ROW
    EXECUTE FUNCTION engagement.refuse()`.execute(database.read);
  return async () => void (await sql`DROP FUNCTION engagement.refuse CASCADE`.execute(database.read));
}

test('somebody whose row is never as they were looked at keeps nobody else from theirs', async () => {
  const [holder] = await nodes.holderAndFollower();
  const people = await makePeople(database, nobodies(7));
  const cem = people[2]!;
  const stop = await refuseRows({ [cem]: 'unexpected' });
  const joins = await Promise.allSettled(people.map((userId) => holder.join(userId)));
  await holder.queue.idle();
  await stop();
  expect(joins.map(({ status }) => status === 'fulfilled')).toEqual(people.map((userId) => userId !== cem));
  expect(joins[2]).toMatchObject({ reason: { reason: 'busy' } });
  await expect(holder.join(cem)).resolves.toBeDefined();
  await holder.queue.idle();
  expect(holder.pairs).toHaveLength(3);
});

test('what came of the one half of a turn stays so when the other one fails', async () => {
  const [holder] = await nodes.holderAndFollower();
  const people = await makePeople(database, nobodies(8));
  const stop = await refuseRows({ [people[0]!]: 'unexpected', [people[7]!]: 'failed' });
  const joins = await Promise.allSettled(people.map((userId) => holder.join(userId)));
  await holder.queue.idle();
  await stop();
  const answered = people.filter((_, i) => joins[i]!.status === 'fulfilled');
  const rows = await database.read.selectFrom('engagement.engagement').select('user_id').orderBy('user_id').execute();
  expect(rows.map(({ user_id }) => user_id)).toEqual(answered);
  expect(answered).toEqual(people.slice(1, 4));
});

test('who is matched in the one half of a turn hears of it while the other one is under way', async () => {
  const [holder, follower] = await nodes.holderAndFollower();
  const people = await makePeople(database, nobodies(8));
  const stop = await refuseRows({ [people[3]!]: 'unexpected' });
  const endLeave = await holdOpen(database, async (tx) => {
    await follower.queue.leave({ userId: people[7]!, now: new Date(clock.now()) }, tx);
  });
  const answered: string[] = [];
  const joining = async (userId: string): Promise<void> => {
    await holder.join(userId, { tab: userId });
    answered.push(userId);
  };
  const joins = Promise.allSettled(people.map(joining));
  await expect.poll(() => holder.pairs.length).toBeGreaterThan(0);
  const matched = holder.pairs.flatMap(({ a, b }) => [a.userId, b.userId]);
  await expect.poll(() => answered).toEqual(expect.arrayContaining(matched));
  expect(answered).not.toContain(people[7]);
  await endLeave();
  await joins;
  await holder.queue.idle();
  await stop();
});

test('a fault is told as one, not as something that has come in between', async () => {
  const [holder] = await nodes.holderAndFollower();
  const [ann = '', bob = ''] = await makePeople(database, nobodies(2));
  await holder.join(ann);
  await sql`CREATE FUNCTION voice.fail() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE unique_violation USING CONSTRAINT = 'session_pkey'; END
  $$`.execute(database.read);
  await sql`CREATE TRIGGER fail BEFORE INSERT ON voice.session FOR EACH ROW EXECUTE FUNCTION voice.fail()`.execute(
    database.read,
  );
  const joining = holder.join(bob);
  await expect(joining).rejects.toMatchObject({ code: '23505' });
  await sql`DROP FUNCTION voice.fail CASCADE`.execute(database.read);
  await holder.queue.idle();
});

test('two who were met before they met each other are not matched again while what they were in ends', async () => {
  const [holder] = await nodes.holderAndFollower();
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
  const ended = await holdOpen(database, async (tx) => {
    await holder.engagements.remember(tx, { one: ann, other: bob, until: new Date(clock.now() + 86_400_000) });
    for (const userId of [ann, bob]) await holder.engagements.release(tx, { userId, ref });
  });
  const joins = [holder.join(ann), holder.join(bob)];
  await expect.poll(() => waitingForLocks(database.read)).toBeGreaterThan(0);
  await ended();
  await Promise.allSettled(joins);
  await holder.queue.idle();
  expect(holder.pairs).toEqual([]);
});
