import { expect, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { uuidv7 } from './ids.ts';
import { createLog } from './log.ts';
import { joinNodes } from './nodes.ts';

const { database, clock, log } = await freshDatabase();

async function present(userId: string, nodeId: string): Promise<void> {
  await database.read.insertInto('platform.presence').values({ user_id: userId, node_id: nodeId }).execute();
}
const nodes = () => database.read.selectFrom('platform.node').select('node_id').execute();
const onForgotten = (): void => {
  throw new Error('nobody took this process for dead');
};
const presence = () => database.read.selectFrom('platform.presence').select('user_id').execute();

test('a process that shows no life for 3 s is cleared away with its presence, and the others are told', async () => {
  const [alive, dead, ann, bob] = [1, 2, 3, 4].map(() => uuidv7(clock.now()));
  const gaps: string[] = [];
  const first = await joinNodes({
    database,
    clock,
    log,
    nodeId: alive!,
    nodes: 'several',
    onPeerLost: () => void gaps.push('gap'),
    onForgotten,
  });
  const seen_at = new Date(clock.now());
  await database.read.insertInto('platform.node').values({ node_id: dead!, started_at: seen_at, seen_at }).execute();
  await present(ann!, alive!);
  await present(bob!, dead!);

  for (let second = 1; second <= 3; second++) await clock.advance(1_000);
  await expect.poll(nodes).toHaveLength(2);
  expect(gaps).toEqual([]);
  await clock.advance(1_000);
  await expect.poll(nodes).toEqual([{ node_id: alive }]);
  expect(await presence()).toEqual([{ user_id: ann }]);
  expect(gaps).toEqual(['gap']);

  await first.stop();
  expect([await nodes(), await presence()]).toEqual([[], []]);
});

test('of 3 processes one dies: each of the 2 that survive is told once, whichever clears it away', async () => {
  const [dead, ...survivors] = [11, 12, 13].map(() => uuidv7(clock.now()));
  const gaps = new Map(survivors.map((nodeId) => [nodeId, 0]));
  const seen_at = new Date(clock.now());
  await database.read.insertInto('platform.node').values({ node_id: dead!, started_at: seen_at, seen_at }).execute();
  const joined = await Promise.all(
    survivors.map((nodeId) =>
      joinNodes({
        database,
        clock,
        log,
        nodeId,
        nodes: 'several',
        onForgotten,
        onPeerLost: () => void gaps.set(nodeId, gaps.get(nodeId)! + 1),
      }),
    ),
  );
  const nextSecond = async (): Promise<void> => {
    await clock.advance(1_000);
    const beaten = database.read.selectFrom('platform.node').select('seen_at').where('node_id', 'in', survivors);
    await expect
      .poll(async () => (await beaten.execute()).map((row) => row.seen_at.getTime()))
      .toEqual([clock.now(), clock.now()]);
  };
  for (let second = 1; second <= 3; second++) await nextSecond();
  expect([...gaps.values()]).toEqual([0, 0]);
  for (let second = 4; second <= 8; second++) await nextSecond();
  expect([...gaps.values()]).toEqual([1, 1]);
  await Promise.all(joined.map((node) => node.stop()));
});

test('a process that signs off, or died before this one began, is no loss: nobody is told', async () => {
  const [nodeId, leaving, before] = [14, 15, 16].map(() => uuidv7(clock.now()));
  const gaps: string[] = [];
  const on = { onPeerLost: () => void gaps.push('gap'), onForgotten };
  const old = new Date(clock.now() - 3_600_000);
  await database.read.insertInto('platform.node').values({ node_id: before!, started_at: old, seen_at: old }).execute();
  const node = await joinNodes({ database, clock, log, nodeId: nodeId!, nodes: 'several', ...on });
  const other = await joinNodes({ database, clock, log, nodeId: leaving!, nodes: 'several', ...on });
  const nextSecond = async (): Promise<void> => {
    await clock.advance(1_000);
    const beaten = database.read.selectFrom('platform.node').select('seen_at').where('node_id', '=', nodeId!);
    await expect.poll(async () => (await beaten.executeTakeFirst())?.seen_at.getTime()).toBe(clock.now());
  };
  for (let second = 1; second <= 2; second++) await nextSecond();
  await other.stop();
  for (let second = 1; second <= 6; second++) await nextSecond();
  expect(gaps).toEqual([]);
  await node.stop();
});

test('a process that was taken for dead is told with its next beat, when what it writes anew will stay', async () => {
  const [nodeId, ann] = [3, 4].map(() => uuidv7(clock.now()));
  const rewritten: Promise<void>[] = [];
  const node = await joinNodes({
    database,
    clock,
    log,
    nodeId: nodeId!,
    nodes: 'several',
    onPeerLost: () => {},
    onForgotten: () => void rewritten.push(present(ann!, nodeId!)),
  });
  await present(ann!, nodeId!);

  // Acts as another process whose heartbeats go on while this one stalls.
  const [cleared, beaten] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const clearing = database.transaction(async ({ db }) => {
    await db.deleteFrom('platform.node').execute();
    cleared.resolve();
    await beaten.promise;
    await db.deleteFrom('platform.presence').execute();
  });
  await cleared.promise;
  await clock.advance(1_000);
  beaten.resolve();
  await clearing;
  await expect.poll(nodes).toEqual([{ node_id: nodeId }]);
  await expect.poll(presence).toEqual([{ user_id: ann }]);
  await clock.advance(1_000);
  expect(rewritten).toHaveLength(1);
  await node.stop();
});

test('without a bus a process says once that another one lives beside it, and is alone again when that has gone', async () => {
  const lines: string[] = [];
  const heard = createLog({ to: { write: (line) => void lines.push(line) } });
  const [nodeId, replaced, beside] = [5, 6, 7].map(() => uuidv7(clock.now()));
  const on = { onPeerLost: () => {}, onForgotten };
  const nextSecond = async (): Promise<void> => {
    await clock.advance(1_000);
    await expect.poll(seenAt).toBe(clock.now());
  };
  const seenAt = async (): Promise<number | undefined> => {
    const rows = database.read.selectFrom('platform.node').select('seen_at').where('node_id', '=', nodeId!);
    return (await rows.executeTakeFirst())?.seen_at.getTime();
  };
  const seen_at = new Date(clock.now());
  await database.read
    .insertInto('platform.node')
    .values({ node_id: replaced!, started_at: seen_at, seen_at })
    .execute();
  const node = await joinNodes({ database, clock, log: heard, nodeId: nodeId!, nodes: 'one', ...on });
  await nextSecond();
  await nextSecond();
  expect(node.isCutOff(), 'the one it replaces shows no life').toBe(false);

  const other = await joinNodes({ database, clock, log, nodeId: beside!, nodes: 'several', ...on });
  for (let seconds = 0; seconds < 3; seconds++) await nextSecond();
  await expect.poll(node.isCutOff).toBe(true);
  expect(other.isCutOff(), 'it has a bus').toBe(false);
  expect(lines.filter((line) => line.includes('no BUS_URL leads to it'))).toHaveLength(1);

  await other.stop();
  await nextSecond();
  await expect.poll(node.isCutOff).toBe(false);
  await node.stop();
});
