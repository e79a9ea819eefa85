import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatchLane } from './batch-lane.ts';

/** A lane with runs that end on command. */
function heldLane(atMost = 100) {
  const batches: (readonly number[])[] = [];
  const ends: ((results?: readonly (string | Error)[]) => void)[] = [];
  const lane = createBatchLane<number, string>({
    atMost,
    run: async (items) => {
      batches.push(items);
      const { promise, resolve } = Promise.withResolvers<readonly (string | Error)[] | undefined>();
      ends.push(resolve);
      return (await promise) ?? items.map(String);
    },
  });
  async function begun(): Promise<void> {
    while (ends.length === 0) await turn();
  }
  /** Ends the run under way, or the next one once it has begun. */
  async function end(results?: readonly (string | Error)[]): Promise<void> {
    await begun();
    ends.shift()?.(results);
  }
  return { lane, batches, begun, end };
}

test('what arrives in one turn goes together, what arrives while a batch is under way in the next one', async () => {
  const { lane, batches, begun, end } = heldLane();
  const first = Promise.all([lane.add(0), lane.add(1)]);
  await begun();
  const rest = [lane.add(2), lane.add(3)];
  await end();
  expect(await first).toEqual(['0', '1']);
  await end();
  expect(await Promise.all(rest)).toEqual(['2', '3']);
  expect(batches).toEqual([
    [0, 1],
    [2, 3],
  ]);
  await lane.idle();
});

test('a batch holds no more than it may', async () => {
  const { lane, batches, end } = heldLane(2);
  const all = [1, 2, 3, 4].map((item) => lane.add(item));
  for (let batch = 1; batch <= 2; batch++) await end();
  expect(await Promise.all(all)).toEqual(['1', '2', '3', '4']);
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ]);
});

test('an Error refuses its item alone; a failed run refuses all of its batch and the lane goes on', async () => {
  const { lane, end } = heldLane();
  const [good, bad] = [lane.add(1), lane.add(2)];
  await end(['fine', new Error('poisoned')]);
  expect(await good).toBe('fine');
  await expect(bad).rejects.toThrow('poisoned');
  const lost = lane.add(3);
  await end([]);
  await expect(lost).rejects.toThrow('another number of items');
  const next = lane.add(4);
  await end();
  expect(await next).toBe('4');
});

test('an item added the moment the last one settled is not forgotten', async () => {
  const lane = createBatchLane<number, number>({ atMost: 1, run: async (items) => items });
  for (let i = 0; i < 50; i++) expect(await lane.add(i)).toBe(i);
  await lane.idle();
});

test('the next batch begins before those who waited for this one go on', async () => {
  const order: string[] = [];
  const lane = createBatchLane<number, number>({
    atMost: 1,
    run: async (items) => (order.push(`run ${items[0]}`), items),
  });
  await Promise.all([1, 2].map(async (item) => order.push(`went on ${await lane.add(item)}`)));
  expect(order).toEqual(['run 1', 'run 2', 'went on 1', 'went on 2']);
});

test('a poke runs an empty batch', async () => {
  const { lane, batches, end } = heldLane();
  lane.poke();
  await end();
  await lane.idle();
  expect(batches).toEqual([[]]);
});

test('what may be one item’s doing is found in halves, before what came later, and nobody waits for another half', async () => {
  const batches: string[] = [];
  const settled: (string | number)[] = [];
  const lane = createBatchLane<number, number>({
    atMost: 100,
    run: async (items) => {
      batches.push(items.join(' '));
      if (items.includes(3)) throw new Error('three');
      return items;
    },
    mayBeOfOne: (error) => error instanceof Error && error.message === 'three',
  });
  async function add(item: number): Promise<void> {
    settled.push(await lane.add(item).catch(() => 'no'));
  }
  const items = [1, 2, 3, 4, 5].map(add);
  while (batches.length === 0) await turn();
  const later = lane.add(6);
  await Promise.all([...items, later]);
  expect(batches).toEqual(['1 2 3 4 5', '1 2 3', '1 2', '3', '4 5', '6']);
  expect(settled).toEqual([1, 2, 'no', 4, 5]);
});
