import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { createQueueStore, NOT_HELD, onHint, type Newcomer, type QueueHint } from '../engagement/index.ts';
import { freshDatabase } from '../testing/database.ts';
import { holdOpen, waitingForLocks } from '../testing/held-open.ts';
import { createNodes, makePeople, nobodies } from './testing.ts';

/* A leave that reaches one node while the join before it is still on its way to the rows on another. */

const world = await freshDatabase();
const { database, clock } = world;

const nodes = createNodes(world);
afterEach(async () => {
  await nodes.stop();
  for (const table of ['engagement', 'kept_place'] as const)
    await database.read.deleteFrom(`engagement.${table}`).execute();
});

async function setUp() {
  const [holder, follower] = await nodes.holderAndFollower();
  const [ann = '', bob = ''] = await makePeople(database, nobodies(2));
  return { holder, follower, ann, bob };
}

/** Blocks eligibility reads until the returned function is called. */
async function holdLooks(): Promise<() => Promise<void>> {
  return holdOpen(database, async (tx) => {
    await sql`LOCK TABLE profiles.profile IN ACCESS EXCLUSIVE MODE`.execute(tx.db);
  });
}

const somebodyWaits = () => expect.poll(() => waitingForLocks(database.read)).toBeGreaterThan(0);

/** A context `ms` from now. */
const after = (ms: number) => ({ now: new Date(clock.now() + ms) });

test('what was asked before it takes no place; what is asked after it does', async () => {
  const { holder, follower, ann, bob } = await setUp();
  const endLooks = await holdLooks();
  const joining = follower.join(ann, { requestId: 'first' });
  await somebodyWaits();
  expect(await holder.leave(ann, after(1))).toEqual({ left: true, sessionId: null });
  await endLooks();
  await expect(joining).rejects.toMatchObject({ reason: 'place-given-up' });
  await holder.join(bob);
  await holder.queue.idle();
  expect(holder.pairs).toEqual([]);
  await follower.join(ann, { requestId: 'second', ...after(2) });
  await expect.poll(() => holder.pairs.length).toBe(1);
});

test('a row that is being made is waited for, and taken away', async () => {
  const { follower, ann } = await setUp();
  const endElsewhere = await holdOpen(database, async ({ db, now }) => {
    const place = { ref: ann, ticket: ann, place: 1, since: now, seen_at: now };
    await db
      .insertInto('engagement.engagement')
      .values({ user_id: ann, kind: 'voice-queue', ...place })
      .execute();
  });
  const leaving = follower.leave(ann);
  await somebodyWaits();
  await endElsewhere();
  expect(await leaving).toEqual({ left: true, sessionId: null });
  expect(await follower.engagements.find(database.read, ann)).toBeUndefined();
});

test.each(['looked at', 'met'] as const)('of somebody who was %s no row is made until it is over', async (known) => {
  const { holder, ann } = await setUp();
  if (known === 'met') await holder.came(ann);
  // Gets no hint of the leave, as when the join is faster than the hint.
  const deaf = nodes.start();
  const endLeave = await holdOpen(database, async (tx) => {
    await deaf.queue.leave({ userId: ann, ...after(1) }, tx);
  });
  const joining = holder.join(ann, { requestId: 'before' });
  await somebodyWaits();
  await endLeave();
  await expect(joining).rejects.toMatchObject({ reason: 'place-given-up' });
  expect(await holder.engagements.find(database.read, ann)).toBeUndefined();
});

test('a second join that was asked before it is refused too, and the place of the first is given up', async () => {
  const { holder, follower, ann } = await setUp();
  const endLooks = await holdLooks();
  const joining = follower.join(ann, { requestId: 'slow' });
  await somebodyWaits();
  await database.transaction(async ({ db, now }) => {
    const place = { ref: ann, ticket: ann, place: 1, since: now, seen_at: now };
    await db
      .insertInto('engagement.engagement')
      .values({ user_id: ann, kind: 'voice-queue', request_id: 'quick', ...place })
      .execute();
  });
  expect(await holder.leave(ann, after(1))).toEqual({ left: true, sessionId: null });
  await endLooks();
  await expect(joining).rejects.toMatchObject({ reason: 'place-given-up' });
  await expect(holder.join(ann, { requestId: 'quick', ...after(2) })).rejects.toMatchObject({
    reason: 'place-given-up',
  });
});

test('what is taken and left in the other queue meanwhile changes nothing', async () => {
  const { holder, follower, ann, bob } = await setUp();
  const text = createQueueStore({ mode: 'text', nodeId: ann });
  const lane = database.pipeline('text');
  const endLooks = await holdLooks();
  const joining = follower.join(ann, { requestId: 'slow' });
  await somebodyWaits();
  await holder.leave(ann, after(1));
  const place = { ticket: ann, place: 1, since: clock.now(), tab: null, language: null, region: null, interests: [] };
  const newcomer: Newcomer = {
    ...place,
    userId: ann,
    sid: ann,
    requestId: null,
    asked: clock.now() + 2,
    from: 'looked-at',
    ...NOT_HELD,
    keptBefore: false,
  };
  await lane.transaction(async (tx) => {
    text.enter(tx, [{ newcomer, sessionId: null }]);
    text.spend(tx, [ann]);
  });
  await database.transaction(async (tx) => {
    await holder.engagements.takeBack(tx, { userId: ann, mode: 'text', since: after(3).now });
    await holder.engagements.leave(tx, ann, 'text');
  });
  await endLooks();
  await expect(joining).rejects.toMatchObject({ reason: 'place-given-up' });
  await holder.join(bob);
  await holder.queue.idle();
  expect(holder.pairs).toEqual([]);
});

/** Inserts the engagement row of a call. */
async function call(userId: string): Promise<void> {
  const now = new Date(clock.now());
  const row = { kind: 'voice', ref: userId, ticket: userId, place: 1, since: now, seen_at: now };
  await database.read
    .insertInto('engagement.engagement')
    .values({ user_id: userId, ...row })
    .execute();
}

test('what they are in ends after it, and what was asked before it takes no place then either', async () => {
  const { holder, follower, ann } = await setUp();
  await call(ann);
  const endLeave = await holdOpen(database, async (tx) => {
    await follower.queue.leave({ userId: ann, ...after(2) }, tx);
  });
  const ending = database.transaction((tx) => holder.engagements.release(tx, { userId: ann, ref: ann }));
  await somebodyWaits();
  await endLeave();
  await ending;
  await expect(follower.join(ann, after(1))).rejects.toMatchObject({ reason: 'place-given-up' });
});

test.each(['leaves', 'signs out'] as const)(
  'whoever %s while they are put back in the queue is not left in it',
  async (how) => {
    const { holder, ann } = await setUp();
    await call(ann);
    await sql`CREATE FUNCTION engagement.pause() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN IF current_query() LIKE '%WITH freed%' THEN PERFORM pg_advisory_xact_lock(43); END IF; RETURN NULL; END
    $$`.execute(database.read);
    await sql`CREATE TRIGGER pause AFTER DELETE ON engagement.engagement FOR EACH STATEMENT
      EXECUTE FUNCTION engagement.pause()`.execute(database.read);
    const endPause = await holdOpen(database, async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(43)`.execute(tx.db);
    });
    const leaving =
      how === 'leaves' ? holder.leave(ann, after(1)) : database.transaction((tx) => holder.queue.giveUp(tx, ann));
    await somebodyWaits();
    const putBack = database.transaction((tx) => holder.engagements.requeue(tx, { userId: ann, ref: ann, tab: null }));
    // The requeue waits for the leave, or comes first.
    if (how === 'leaves') await expect.poll(() => waitingForLocks(database.read)).toBe(2);
    else await putBack;
    await endPause();
    const left = await leaving;
    await putBack;
    await sql`DROP FUNCTION engagement.pause CASCADE`.execute(database.read);
    const row = await holder.engagements.find(database.read, ann);
    expect([left.left, row?.kind]).toEqual(how === 'leaves' ? [false, 'voice-queue'] : [true, undefined]);
  },
);

test('it is remembered for ten minutes, however old the place is that is remembered with it', async () => {
  const { holder, follower, ann } = await setUp();
  await follower.join(ann);
  await holder.leave(ann);
  await clock.advance(70_000);
  const stop = follower.engagements.start();
  await clock.advance(530_000);
  await holder.leave(ann);
  await clock.advance(70_000);
  await expect(follower.join(ann, after(-71_000))).rejects.toMatchObject({ reason: 'place-given-up' });
  stop();
});

test('of the same millisecond the join comes after it', async () => {
  const { holder, follower, ann } = await setUp();
  await holder.leave(ann);
  expect(await follower.join(ann)).toMatchObject({ status: 'waiting' });
});

test('one that is heard of late does not make the last one earlier', async () => {
  const { holder, follower, ann } = await setUp();
  await holder.leave(ann, after(10));
  await holder.leave(ann, after(5));
  await expect(follower.join(ann, after(9))).rejects.toMatchObject({ reason: 'place-given-up' });
  expect(await follower.join(ann, after(10))).toMatchObject({ status: 'waiting' });
});

test('the one of another queue takes nothing back', async () => {
  const { follower, ann } = await setUp();
  const text = { userId: ann, mode: 'text', since: after(1).now } as const;
  await database.transaction((tx) => follower.engagements.takeBack(tx, text));
  expect(await follower.join(ann)).toMatchObject({ status: 'waiting' });
});

test('a place that was kept is kept when there is nothing to leave', async () => {
  const { holder, follower, ann, bob } = await setUp();
  await follower.join(ann, { requestId: 'early' });
  await holder.leave(ann);
  await clock.advance(1_000);
  await follower.join(bob);
  await holder.leave(ann);
  // Ann gets her old slot.
  await follower.join(ann);
  await expect.poll(() => holder.pairs).toMatchObject([{ a: { userId: ann }, b: { userId: bob } }]);
});

test('whoever has met them hears that they are to be looked at', async () => {
  const { holder, follower, ann } = await setUp();
  const heard: QueueHint[] = [];
  const stop = onHint(holder.bus, 'voice', (hint) => void heard.push(hint));
  await follower.leave(ann);
  await expect.poll(() => heard).toEqual([{ kind: 'edited', userId: ann }]);
  stop();
});
