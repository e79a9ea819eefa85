import { FIXED } from '@yonder/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { connectionRecords, type Mode } from '../engagement/index.ts';
import { freshDatabase } from '../testing/database.ts';
import { createNodes, makePeople, nobodies, type TestNode } from './testing.ts';

const world = await freshDatabase();
const { database, clock } = world;

const nodes = createNodes(world);
afterEach(async () => {
  await nodes.stop();
});

async function emptyQueue(count: number) {
  await database.read.deleteFrom('engagement.engagement').execute();
  const node = nodes.start();
  node.lease.onHeld(0);
  await node.queue.idle();
  const people = await makePeople(database, nobodies(count));
  const [ann = '', bob = '', cem = ''] = people;
  for (const one of people) node.alive.set(one, null);
  return { node, ann, bob, cem };
}

async function pass(node: TestNode, ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= 1_000) {
    await clock.advance(Math.min(left, 1_000));
    await node.engagements.refreshSeen();
    await node.queue.idle();
  }
}

async function fail(userId: string, { times, mode = 'voice' }: { times: number; mode?: Mode }): Promise<void> {
  for (let i = 0; i < times; i++) {
    await database.transaction((tx) => connectionRecords.recordFailure(tx, { userId, mode }));
  }
}

function check(userId: string, outcome: 'passed' | 'failed') {
  return database.transaction((tx) => connectionRecords.recordCheck(tx, { userId, outcome }));
}

describe('who has no live socket', () => {
  test('keeps the place for 60 s of asking over HTTP, is given nobody, and is paired within 1 s of coming online', async () => {
    const { node, ann, bob } = await emptyQueue(2);
    node.unreachable.add(ann);
    await node.join(ann);
    expect(await node.join(bob)).toMatchObject({ position: 2 });
    await pass(node, 60_000);
    expect(node.pairs).toEqual([]);
    expect(await node.join(ann)).toMatchObject({ position: 1, totalInQueue: 2 });
    node.unreachable.delete(ann);
    await pass(node, 1_000);
    expect(node.pairs).toMatchObject([{ a: { userId: ann }, b: { userId: bob } }]);
  });

  test('on the node that pairs, but has one on another node, is paired', async () => {
    const { node, ann, bob } = await emptyQueue(2);
    node.unreachable.add(ann);
    const at = new Date(clock.now());
    const other = { node_id: bob, started_at: at, seen_at: at };
    await database.read.insertInto('platform.node').values(other).execute();
    await database.read.insertInto('platform.presence').values({ user_id: ann, node_id: bob, away: false }).execute();
    await node.join(ann);
    expect(await node.join(bob)).toMatchObject({ view: { other: ann } });
    await database.read.deleteFrom('platform.node').execute();
  });

  test('on the node that pairs, and joins on the one where they are connected, is paired by the hint', async () => {
    const [holder, follower] = await nodes.holderAndFollower();
    const [ann = '', bob = ''] = await makePeople(database, nobodies(2));
    holder.unreachable.add(ann);
    await follower.join(ann);
    await holder.queue.idle();
    expect(await holder.join(bob)).toMatchObject({ view: { other: ann } });
  });

  test('in between the two, the third is given to the first', async () => {
    const { node, ann, bob, cem } = await emptyQueue(3);
    node.unreachable.add(bob);
    for (const one of [ann, bob, cem]) await node.join(one);
    expect(node.pairs).toMatchObject([{ a: { userId: ann }, b: { userId: cem } }]);
  });
});

describe('who failed to connect', () => {
  test('twice waits with a check required, in their place, until one passes', async () => {
    const { node, ann, bob } = await emptyQueue(2);
    await fail(ann, { times: 2 });
    const required = { kind: 'required', until: clock.now() + FIXED.failuresDecayMs };
    expect(await node.join(ann)).toMatchObject({ position: 1, check: required });
    await node.join(bob);
    await pass(node, 5_000);
    expect(node.pairs).toEqual([]);
    expect(await node.standing(ann)).toMatchObject({ position: 1, check: required });
    expect(await check(ann, 'passed')).toBeNull();
    await pass(node, 1_000);
    expect(node.pairs).toMatchObject([{ a: { userId: ann }, b: { userId: bob } }]);
  });

  test('once is paired as everybody is', async () => {
    const { node, ann, bob } = await emptyQueue(2);
    await fail(ann, { times: 1 });
    expect(await node.join(ann)).toMatchObject({ check: null });
    expect(await node.join(bob)).toMatchObject({ view: { other: ann } });
  });

  test('4 times with a passed check between pauses for 30 s, and owes a check then', async () => {
    const { node, ann, bob } = await emptyQueue(2);
    await fail(ann, { times: 2 });
    await check(ann, 'passed');
    await fail(ann, { times: 2 });
    const pausedUntil = clock.now() + 30_000;
    expect(await node.join(ann)).toMatchObject({ check: { kind: 'paused', until: pausedUntil } });
    await node.join(bob);
    await check(ann, 'passed');
    await pass(node, 29_000);
    expect(node.pairs).toEqual([]);
    await pass(node, 2_000);
    expect(node.pairs).toHaveLength(1);
  });

  test('and has come to this node before: what was read then does not count', async () => {
    const { node, ann, bob } = await emptyQueue(2);
    await node.came(ann);
    await fail(ann, { times: 2 });
    expect(await node.join(ann)).toMatchObject({ check: { kind: 'required' } });
    expect(await node.join(bob)).toMatchObject({ position: 2 });
  });

  test('in the text queue waits for nothing in the other one', async () => {
    const { node, ann, bob } = await emptyQueue(2);
    await fail(ann, { times: 2, mode: 'text' });
    await node.join(ann);
    expect(await node.join(bob)).toMatchObject({ view: { other: ann } });
  });

  test('hears within 1 s what keeps them from a match', async () => {
    const { node, ann } = await emptyQueue(1);
    await node.join(ann);
    await pass(node, 1_000);
    const before = node.told.length;
    await fail(ann, { times: 2 });
    await pass(node, 1_000);
    expect(node.told.slice(before)).toEqual([{ userId: ann, position: 1 }]);
  });

  test('on a node without the lease reads the same', async () => {
    const [holder, follower] = await nodes.holderAndFollower();
    const [ann = ''] = await makePeople(database, nobodies(1));
    await fail(ann, { times: 2 });
    await holder.join(ann);
    expect(await follower.standing(ann)).toMatchObject({ check: { kind: 'required' } });
  });
});

describe('a place that is given up', () => {
  /** Leaves, joins again 55 s later and returns the position. */
  async function rejoin(node: TestNode, userId: string): Promise<number> {
    await node.leave(userId);
    await pass(node, 55_000);
    const joined = await node.join(userId);
    return 'position' in joined ? joined.position : 0;
  }

  async function crowded() {
    const queue = await emptyQueue(3);
    const { ann, bob, cem } = queue;
    // All owe a connection check, so all wait on.
    for (const one of [ann, bob, cem]) await fail(one, { times: 2 });
    for (const one of [ann, bob, cem]) await queue.node.join(one);
    return queue;
  }

  test('is kept once: who rejoins every 55 s is in front once, and at the end 3 times of 3 after that', async () => {
    const { node, ann } = await crowded();
    expect(await rejoin(node, ann)).toBe(1);
    expect([await rejoin(node, ann), await rejoin(node, ann), await rejoin(node, ann)]).toEqual([3, 3, 3]);
  });

  test('is kept again after a match', async () => {
    const { node, ann, bob, cem } = await crowded();
    expect(await rejoin(node, ann)).toBe(1);
    for (const one of [ann, bob]) await check(one, 'passed');
    await pass(node, 1_000);
    const [pair] = node.pairs;
    await database.transaction((tx) => node.engagements.keepPlace(tx, { userId: ann, ref: pair!.id }));
    await fail(ann, { times: 2 });
    expect(await node.join(ann)).toMatchObject({ position: 1 });
    expect(await node.standing(cem)).toMatchObject({ position: 2 });
  });
});
