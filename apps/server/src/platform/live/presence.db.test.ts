import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { createPresence, type PersonPresence, type Presence, type Seen } from './presence.ts';

const world = await freshDatabase();
const { database, clock } = world;

/** A node and the users on it. */
interface Node extends Presence {
  told: string[][];
  set(userId: string, presence: PersonPresence): Promise<void>;
  /** Makes the user look, in the browsers of these sessions. */
  look(userId: string, sids: string[]): Promise<void>;
  /** Makes the user look at these things. */
  lookAt(userId: string, things: string[]): Promise<void>;
}

function openNode(nodes: 'one' | 'several' = 'one'): Node {
  const people = new Map<string, PersonPresence>();
  const [browsers, views] = [new Map<string, string[]>(), new Map<string, string[]>()];
  const see = (userId: string): Seen => ({
    presence: people.get(userId) ?? 'offline',
    looking: browsers.get(userId) ?? [],
    looksAt: views.get(userId) ?? [],
  });
  const presence = createPresence({ ...world, nodeId: randomUUID(), nodes, see });
  const told: string[][] = [];
  presence.onWritten((userIds) => void told.push([...userIds]));
  return {
    ...presence,
    told,
    async set(userId, state) {
      people.set(userId, state);
      presence.changed(userId);
      await presence.settled();
    },
    async look(userId, sids) {
      browsers.set(userId, sids);
      presence.changed(userId);
      await presence.settled();
    },
    async lookAt(userId, things) {
      views.set(userId, things);
      presence.changed(userId);
      await presence.settled();
    },
  };
}

let node: Node;
let ann: string;
beforeEach(() => {
  node = openNode();
  ann = randomUUID();
});

const seen = async (): Promise<PersonPresence> => (await node.of(database.read, [ann])).get(ann) ?? 'offline';

/** Advances the time, and lets what fell due be written. */
async function pass(ms: number): Promise<void> {
  await clock.advance(ms);
  await node.settled();
}

test('somebody is there with their first socket, and gone 5 s after the last one was', async () => {
  await node.set(ann, 'online');
  expect(await seen()).toBe('online');
  await node.set(ann, 'offline');
  await pass(4_999);
  expect(await seen()).toBe('online');
  await pass(1);
  expect(await seen()).toBe('offline');
  expect(node.told).toEqual([[ann], [ann]]);
});

test('the first of a crowd is written at once, those who follow together', async () => {
  const [bob, cem] = [randomUUID(), randomUUID()];
  const { promise, resolve } = Promise.withResolvers<void>();
  node.onWritten(([userId]) => {
    if (userId === ann) resolve();
  });
  const coming = [node.set(ann, 'online')];
  for (let turns = 0; turns < 10; turns++) await Promise.resolve();
  coming.push(node.set(bob, 'online'));
  await promise;
  for (let turns = 0; turns < 100; turns++) await Promise.resolve();
  coming.push(node.set(cem, 'away'));
  await Promise.all(coming);
  expect(node.told).toEqual([[ann], [bob, cem]]);
});

test('whoever is back within 5 s was never away: nothing is written, nobody is told', async () => {
  await node.set(ann, 'online');
  const write = vi.spyOn(database.read, 'getExecutor');
  for (let i = 0; i < 3; i++) {
    await node.set(ann, 'offline');
    await pass(4_999);
    await node.set(ann, 'online');
  }
  expect(write).not.toHaveBeenCalled();
  write.mockRestore();
  await pass(60_000);
  expect([await seen(), node.told]).toEqual(['online', [[ann]]]);
});

test('each has 5 s of their own', async () => {
  const bob = randomUUID();
  for (const userId of [ann, bob]) await node.set(userId, 'online');
  await node.set(ann, 'offline');
  await pass(3_000);
  await node.set(bob, 'offline');
  await pass(2_000);
  expect(await node.of(database.read, [ann, bob])).toEqual(new Map([[bob, 'online']]));
  await node.set(ann, 'online');
  await pass(3_000);
  expect(await node.of(database.read, [ann, bob])).toEqual(new Map([[ann, 'online']]));
});

test('what is the same is written once', async () => {
  for (const state of ['away', 'away', 'online', 'online', 'away'] as const) await node.set(ann, state);
  expect(node.told).toHaveLength(3);
  expect(await seen()).toBe('away');
});

test('in which browsers somebody looks is written, and nobody is told of that', async () => {
  const [phone, laptop] = [randomUUID(), randomUUID()];
  await node.set(ann, 'online');
  for (const sids of [[laptop], [laptop, phone], [laptop, phone], []]) {
    await node.look(ann, sids);
    const present = database.read.selectFrom('platform.present').where('user_id', '=', ann).select('looking');
    expect((await present.executeTakeFirst())?.looking).toEqual(sids);
  }
  expect(node.told).toEqual([[ann]]);
});

test('over two nodes somebody is online if they are on one', async () => {
  const other = openNode();
  await node.set(ann, 'away');
  await other.set(ann, 'online');
  expect(await seen()).toBe('online');
  await other.set(ann, 'offline');
  await clock.advance(5_000);
  await other.settled();
  expect(await seen()).toBe('away');
});

test('what somebody looks at is known to the other nodes, where there are some, and nobody is told of it', async () => {
  const [near, far, alone] = [openNode('several'), openNode('several'), openNode('one')];
  const [room, another, odd] = [randomUUID(), randomUUID(), 'a "list", {or} so'];
  const views = [room, another, odd].map((at) => ({ userId: ann, at }));
  const seenFrom = async ({ seenElsewhere }: Presence): Promise<string[]> => {
    const found = await seenElsewhere(database.read, views);
    return views.flatMap((view) => (found.has(view) ? [view.at] : []));
  };
  await near.set(ann, 'online');
  expect(await seenFrom(far)).toEqual([]);
  await near.lookAt(ann, [odd, room]);
  expect([await seenFrom(far), await seenFrom(alone)]).toEqual([[room, odd], []]);
  expect(await seenFrom(near), 'what it wrote may be older than what it knows').toEqual([]);
  await near.lookAt(ann, []);
  expect(await seenFrom(far)).toEqual([]);
  await near.lookAt(ann, [room]);
  await near.set(ann, 'offline');
  expect([await seenFrom(far), await seen()], 'they may come back, and see nothing until then').toEqual([[], 'online']);
  await near.set(ann, 'online');
  expect(await seenFrom(far)).toEqual([room]);
  expect(near.told).toEqual([[ann]]);
});

test('2,000 who come in one turn are one write; after it was cleared they are written again', async () => {
  const people = Array.from({ length: 2_000 }, () => randomUUID());
  await Promise.all(people.map((userId) => node.set(userId, 'online')));
  expect(node.told).toHaveLength(1);
  await database.read.deleteFrom('platform.presence').execute();
  node.forgotten(people);
  await node.settled();
  expect((await node.of(database.read, people)).size).toBe(2_000);
});

test('what the database would not take is written 1,000 ms later, as it is by then', async () => {
  const bob = randomUUID();
  await node.set(ann, 'online');
  const broken = vi.spyOn(database.read, 'getExecutor').mockImplementationOnce(() => {
    throw new Error('the connection broke');
  });
  await node.set(bob, 'online');
  expect(node.told).toHaveLength(1);
  await pass(1_000);
  expect(node.told).toHaveLength(2);
  broken.mockImplementationOnce(() => {
    throw new Error('the connection broke');
  });
  await node.set(ann, 'offline');
  await pass(5_000);
  broken.mockRestore();
  await pass(6_000);
  expect(await node.of(database.read, [ann, bob])).toEqual(new Map([[bob, 'online']]));
});

test('a node that has stopped writes nothing any more, not even of who was leaving', async () => {
  await node.set(ann, 'online');
  await node.set(ann, 'offline');
  const armed = clock.armed();
  await node.stop();
  expect(clock.armed()).toBe(armed - 1);
  await node.set(ann, 'away');
  await clock.advance(10_000);
  expect(await seen()).toBe('online');
});
