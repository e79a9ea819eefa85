import { expect, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { uuidv7 } from './ids.ts';
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

test('a process that was taken for dead is told with its next beat, when what it writes anew will stay', async () => {
  const [nodeId, ann] = [3, 4].map(() => uuidv7(clock.now()));
  const rewritten: Promise<void>[] = [];
  const node = await joinNodes({
    ...{ database, clock, log, nodeId: nodeId!, onPeerLost: () => {} },
    onForgotten: () => void rewritten.push(present(ann!, nodeId!)),
  });
  await present(ann!, nodeId!);

  // As another process does whose beats go on while this one stands still.
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
