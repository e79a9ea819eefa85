import { afterEach, describe, expect, test } from 'vitest';
import { createLeases, lockLeases } from '../platform/leases.ts';
import { uuidv7 } from '../platform/ids.ts';
import { freshDatabase } from '../testing/database.ts';
import { createNodes, makePeople, nobodies, type Person, type TestNode } from './testing.ts';

const world = await freshDatabase();
const { database, clock } = world;

const nodes = createNodes(world);
afterEach(async () => {
  await nodes.stop();
});

/** An empty queue; the node holds the lease. */
async function emptyQueue(people: readonly Person[]) {
  await database.read.deleteFrom('engagement.engagement').execute();
  const node = nodes.start();
  node.lease.onHeld(0);
  await node.queue.idle();
  const [ann = '', bob = '', cem = '', dee = ''] = await makePeople(database, people);
  return { node, ann, bob, cem, dee };
}

function engagementOf({ engagements }: TestNode, userId: string) {
  return engagements.find(database.read, userId);
}

function waitingAt(position: number, totalInQueue = position) {
  return { status: 'waiting', position, totalInQueue, expectedWaitSeconds: null, check: null };
}

/** A block as safety stores one. */
async function block(who: string, whom: string): Promise<void> {
  await database.transaction(async (tx) => {
    await lockLeases(tx);
    await tx.db
      .insertInto('safety.block')
      .values({ id: uuidv7(clock.now()), who, whom, created_at: tx.now })
      .execute();
  });
}

describe('joining', () => {
  test('the first waits at position 1, the second is paired with them at once', async () => {
    const { node, ann, bob } = await emptyQueue(nobodies(2));
    expect(await node.join(ann)).toEqual(waitingAt(1));
    expect(await node.join(bob)).toMatchObject({ view: { other: ann } });
    expect(node.pairs).toMatchObject([{ a: { userId: ann }, b: { userId: bob } }]);
    expect(await engagementOf(node, ann)).toMatchObject({ kind: 'voice', ref: node.pairs[0]!.id });
    expect(await engagementOf(node, bob)).toMatchObject({ kind: 'voice', ref: node.pairs[0]!.id });
  });

  test('again keeps the place, and in a call answers with the call', async () => {
    const { node, ann, bob } = await emptyQueue(nobodies(2));
    await node.join(ann);
    const place = await engagementOf(node, ann);
    expect(await node.join(ann)).toEqual(waitingAt(1));
    expect(await engagementOf(node, ann)).toEqual(place);
    await node.join(bob);
    expect(await node.join(ann)).toMatchObject({ sessionId: node.pairs[0]!.id });
    expect(node.pairs).toHaveLength(1);
  });

  test('from 50 tabs at once takes one place', async () => {
    const { node, ann } = await emptyQueue(nobodies(1));
    const answers = await Promise.all(Array.from({ length: 50 }, () => node.join(ann)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set([JSON.stringify(waitingAt(1))]));
    expect(node.pairs).toEqual([]);
  });

  test('a repeated request does not join a second time once its place was given up', async () => {
    const { node, ann } = await emptyQueue(nobodies(1));
    const first = await node.join(ann, { requestId: 'request-1' });
    expect(await node.join(ann, { requestId: 'request-1' })).toEqual(first);
    expect(await node.leave(ann)).toEqual({ left: true, sessionId: null });
    await expect(node.join(ann, { requestId: 'request-1' })).rejects.toThrow('You have left the queue.');
    expect(await engagementOf(node, ann)).toBeUndefined();
    expect(await node.join(ann, { requestId: 'request-2' })).toEqual(waitingAt(1));
    expect(await engagementOf(node, ann)).toMatchObject({ kind: 'voice-queue' });
  });

  test('without a profile is refused, and so is a suspended person', async () => {
    const { node, bob } = await emptyQueue(nobodies(2));
    await expect(node.join(uuidv7(clock.now()))).rejects.toThrow('User profile not found');
    const tomorrow = new Date(clock.now() + 86_400_000);
    await database.read
      .updateTable('identity.account')
      .set({ suspended_until: tomorrow })
      .where('user_id', '=', bob)
      .execute();
    await expect(node.join(bob)).rejects.toThrow('suspended');
  });

  test('while another mode occupies the person is refused', async () => {
    const { node, ann } = await emptyQueue(nobodies(1));
    await node.join(ann);
    await database.read.updateTable('engagement.engagement').set({ kind: 'text' }).where('user_id', '=', ann).execute();
    await expect(node.join(ann)).rejects.toThrow('already matched in another mode');
    expect(await node.leave(ann)).toEqual({ left: true, sessionId: null });
    expect(await engagementOf(node, ann)).toMatchObject({ kind: 'text' });
  });
});

describe('leaving', () => {
  test('gives the place up, and nobody is matched from it', async () => {
    const { node, ann, bob } = await emptyQueue(nobodies(2));
    await node.join(ann);
    expect(await node.leave(ann)).toEqual({ left: true, sessionId: null });
    expect(await node.join(bob)).toEqual(waitingAt(1));
  });

  test('after the match answers with the call instead', async () => {
    const { node, ann, bob } = await emptyQueue(nobodies(2));
    await node.join(ann);
    await node.join(bob);
    expect(await node.leave(ann)).toEqual({ left: false, sessionId: node.pairs[0]!.id });
  });

  test('sent right behind a join waits for it and undoes it', async () => {
    const { node, ann, bob } = await emptyQueue(nobodies(2));
    const [joined, left] = await Promise.all([node.join(ann), node.leave(ann)]);
    expect(joined).toEqual(waitingAt(1));
    expect(left).toEqual({ left: true, sessionId: null });
    expect(await node.join(bob)).toEqual(waitingAt(1));
  });
});

describe('hard rules', () => {
  test('a block either way keeps two apart, and the next in line is taken', async () => {
    const { node, ann, bob, cem } = await emptyQueue(nobodies(3));
    await block(bob, ann);
    await node.join(ann);
    expect(await node.join(bob)).toEqual(waitingAt(2));
    expect(await node.join(cem)).toMatchObject({ view: { other: ann } });
    expect(await node.standing(bob)).toEqual(waitingAt(1));
  });

  test('two who met lately are not matched until the time is over; one who reported never', async () => {
    const { node, ann, bob } = await emptyQueue(nobodies(2));
    const soon = new Date(clock.now() + 30_000);
    await database.transaction((tx) => node.engagements.remember(tx, { one: bob, other: ann, until: soon }));
    await node.join(ann);
    expect(await node.join(bob)).toEqual(waitingAt(2));
    node.alive.set(ann, null).set(bob, null);
    const passes = async (seconds: number) => {
      for (let second = 0; second < seconds; second++) {
        await node.engagements.refreshSeen();
        await clock.advance(1_000);
        await node.queue.idle();
      }
    };
    await passes(29);
    expect(node.pairs).toEqual([]);
    await passes(11);
    expect(node.pairs).toHaveLength(1);
    await database.transaction((tx) => node.engagements.remember(tx, { one: ann, other: bob, until: 'ever' }));
    await database.transaction((tx) => node.engagements.remember(tx, { one: ann, other: bob, until: soon }));
    const [row] = await database.read.selectFrom('engagement.recent_partner').select('until').execute();
    expect(row!.until).toEqual(new Date(8.64e15));
  });

  test('of 40 who have all met, the first ten are given the ten who come with them, in one turn', async () => {
    const { node } = await emptyQueue([]);
    const ids = await makePeople(database, nobodies(50));
    const [met, others] = [ids.slice(0, 40), ids.slice(40)];
    const until = new Date(clock.now() + 86_400_000);
    const couples = met.flatMap((low, i) => met.slice(i + 1).map((high) => ({ low, high, until })));
    await database.read.insertInto('engagement.recent_partner').values(couples).execute();
    await Promise.all(ids.map((id) => node.join(id)));
    expect(node.pairs.map(({ a, b }) => [a.userId, b.userId])).toEqual(others.map((other, i) => [met[i], other]));
  });
});

describe('the front', () => {
  test('a willing partner of a silent one returns before those who came meanwhile', async () => {
    const { node, ann, bob, cem, dee } = await emptyQueue(nobodies(4));
    await block(bob, cem);
    await node.join(ann);
    const origin = (await engagementOf(node, ann))!;
    await node.join(bob);
    await node.join(cem);
    const { id: ref } = node.pairs[0]!;
    await database.transaction(async (tx) => {
      await node.engagements.release(tx, { userId: bob, ref });
      expect(await node.engagements.requeue(tx, { userId: ann, ref, tab: null })).toBe(true);
    });
    await node.queue.idle();
    expect(await engagementOf(node, bob)).toBeUndefined();
    expect(node.pairs.at(-1)).toMatchObject({ a: { userId: ann, ticket: origin.ticket }, b: { userId: cem } });
    expect(await engagementOf(node, ann)).toMatchObject({ place: origin.place, since: origin.since });
    expect(await node.join(dee)).toEqual(waitingAt(1));
  });

  test('who was put back and then left is not put back again', async () => {
    const { node, ann, bob } = await emptyQueue(nobodies(2));
    await node.join(ann);
    await node.join(bob);
    const { id: ref } = node.pairs[0]!;
    await database.transaction((tx) => node.engagements.requeue(tx, { userId: ann, ref, tab: null }));
    await node.leave(ann);
    const again = await database.transaction((tx) => node.engagements.requeue(tx, { userId: ann, ref, tab: null }));
    expect(again).toBe(false);
  });

  test('is kept for a minute after a call that never connected', async () => {
    const { node, ann, bob, cem } = await emptyQueue(nobodies(3));
    await block(bob, cem);
    await block(ann, cem);
    await node.join(ann);
    const origin = (await engagementOf(node, ann))!;
    await node.join(bob);
    await node.join(cem);
    const { id: ref } = node.pairs[0]!;
    await database.transaction((tx) => node.engagements.keepPlace(tx, { userId: ann, ref }));
    expect(await engagementOf(node, ann)).toBeUndefined();
    expect(await node.join(ann)).toEqual(waitingAt(1, 2));
    expect(await engagementOf(node, ann)).toMatchObject({ place: origin.place, since: origin.since });
  });

  test('is kept for a minute after leaving: a reload, a change of mind', async () => {
    const { node, ann, bob } = await emptyQueue(nobodies(2));
    await block(ann, bob);
    await node.join(ann);
    await node.join(bob);
    await node.leave(ann);
    await clock.advance(59_999);
    await node.join(bob);
    expect(await node.join(ann)).toMatchObject({ position: 1, totalInQueue: 2 });
  });

  test('is no longer kept after 60,001 ms', async () => {
    const { node, ann, bob } = await emptyQueue(nobodies(2));
    await node.join(ann);
    const { place } = (await engagementOf(node, ann))!;
    await node.join(bob);
    await database.transaction((tx) => node.engagements.keepPlace(tx, { userId: ann, ref: node.pairs[0]!.id }));
    await clock.advance(60_001);
    await node.join(ann);
    expect((await engagementOf(node, ann))!.place).toBeGreaterThan(place);
  });
});

describe('people who wait', () => {
  test('leave unseen after 10 s and not before, unless their socket answers', async () => {
    const { node, ann, bob } = await emptyQueue(nobodies(2));
    await block(ann, bob);
    await clock.advance(10_000);
    await Promise.all([node.join(ann), node.join(bob)]);
    node.alive.set(bob, null);
    await clock.advance(7_000);
    await node.engagements.refreshSeen();
    await clock.advance(3_000);
    await node.queue.idle();
    expect(await engagementOf(node, ann)).toBeDefined();
    await clock.advance(1_000);
    await node.queue.idle();
    expect(await engagementOf(node, ann)).toBeUndefined();
    expect(await engagementOf(node, bob)).toBeDefined();
  });

  test('leave 10 s after the last pong of the tab that took the place, whatever other tabs answer or ask', async () => {
    const { node, ann, bob } = await emptyQueue(nobodies(2));
    await block(ann, bob);
    await Promise.all([node.join(ann, { tab: 'searching' }), node.join(bob, { tab: 'searching' })]);
    node.alive.set(ann, 'another').set(bob, 'searching');
    for (let second = 0; second < 11; second++) {
      node.engagements.seen({ userId: ann, tab: 'a third' });
      await node.engagements.refreshSeen();
      await clock.advance(1_000);
      await node.queue.idle();
    }
    expect(await engagementOf(node, ann)).toBeUndefined();
    expect(await engagementOf(node, bob)).toBeDefined();
  });

  test('keep their place by the tab that has asked last, though the one before falls silent', async () => {
    const { node, ann, bob } = await emptyQueue(nobodies(2));
    await block(ann, bob);
    await Promise.all([node.join(ann, { tab: 'before' }), node.join(bob, { tab: 'before' })]);
    const before = await engagementOf(node, ann);
    expect(await node.join(ann, { tab: 'now' })).toMatchObject({ status: 'waiting', position: 1 });
    expect(await engagementOf(node, ann)).toEqual({ ...before, tab: 'now' });
    node.alive.set(ann, 'now').set(bob, 'now');
    for (let second = 0; second < 11; second++) {
      await node.engagements.refreshSeen();
      await clock.advance(1_000);
      await node.queue.idle();
    }
    expect(await engagementOf(node, ann)).toEqual({ ...before, tab: 'now' });
    expect(await engagementOf(node, bob)).toBeUndefined();
  });

  test('have 10 s from the moment the lease is held, however long nobody looked', async () => {
    const { node, ann } = await emptyQueue(nobodies(1));
    await node.join(ann);
    node.lease.onLost();
    await clock.advance(60_000);
    node.lease.onHeld(0);
    await clock.advance(9_000);
    await node.queue.idle();
    expect(await engagementOf(node, ann)).toBeDefined();
    await clock.advance(1_000);
    await node.queue.idle();
    expect(await engagementOf(node, ann)).toBeUndefined();
  });

  test('are told their position when it changes and only then', async () => {
    const { node, ann, bob, cem } = await emptyQueue(nobodies(3));
    await Promise.all([block(ann, bob), block(ann, cem), block(bob, cem)]);
    await Promise.all([ann, bob, cem].map((userId) => node.join(userId)));
    await clock.advance(2_000);
    await node.queue.idle();
    expect(node.told).toEqual([]);
    await node.leave(ann);
    await clock.advance(2_000);
    await node.queue.idle();
    expect(node.told).toEqual([
      { userId: bob, position: 1 },
      { userId: cem, position: 2 },
    ]);
  });

  test('read an expected wait once the pace was measured for 10 s', async () => {
    const { node, ann, bob, cem } = await emptyQueue(nobodies(3));
    await clock.advance(20_000);
    await node.join(ann);
    await node.join(bob);
    expect(await node.join(cem)).toMatchObject({ position: 1, expectedWaitSeconds: 10 });
  });
});

test('joins on a node without the lease are written down and paired by the holder, told by a hint', async () => {
  const { node: holder, ann, bob } = await emptyQueue(nobodies(2));
  const other = nodes.start({ bus: holder.bus });
  expect(await other.join(ann)).toEqual(waitingAt(1));
  expect(await other.join(bob)).toEqual(waitingAt(2));
  await holder.queue.idle();
  expect(holder.pairs).toMatchObject([{ a: { userId: ann }, b: { userId: bob } }]);
});

test('what a lost hint would have said is found within a second', async () => {
  const { node: holder, ann, bob } = await emptyQueue(nobodies(2));
  const deaf = nodes.start();
  await deaf.join(ann);
  await deaf.join(bob);
  expect(holder.pairs).toEqual([]);
  await clock.advance(1_000);
  await holder.queue.idle();
  expect(holder.pairs).toHaveLength(1);
});

test('a holder that lost its lease without knowing pairs nobody; the next one does', async () => {
  const { node: frozen, ann, bob } = await emptyQueue(nobodies(2));
  const renewed = { holder: uuidv7(clock.now()), epoch: 1 };
  await database.read.updateTable('platform.lease').set(renewed).where('name', '=', 'voice').execute();
  const next = nodes.start({ bus: frozen.bus });
  next.lease.onHeld(1);
  await Promise.all([frozen.join(ann), frozen.join(bob)]);
  expect(frozen.pairs).toEqual([]);
  await next.queue.idle();
  expect(next.pairs).toHaveLength(1);
  await database.read.updateTable('platform.lease').set({ epoch: 0 }).where('name', '=', 'voice').execute();
});

test('when the holder stops, another node takes the lease and pairs those who wait', async () => {
  const { node, ann, bob, cem } = await emptyQueue(nobodies(3));
  node.stop();
  await Promise.all([block(ann, bob), block(ann, cem)]);
  const leasesOf = () => createLeases({ database, clock, log: world.log, nodeId: uuidv7(clock.now()) });
  const first = nodes.start({ bus: node.bus, leases: leasesOf() });
  const secondsUntil = (pairs: () => number) => async () => {
    await clock.advance(1_000);
    return pairs();
  };
  await first.join(ann);
  await first.join(bob);
  const second = nodes.start({ bus: node.bus, leases: leasesOf() });
  await clock.advance(2_000);
  first.stop();
  await second.join(cem);
  await expect.poll(secondsUntil(() => second.pairs.length)).toBe(1);
  expect(first.pairs).toEqual([]);
  expect(second.pairs).toMatchObject([{ a: { userId: bob }, b: { userId: cem } }]);
});
