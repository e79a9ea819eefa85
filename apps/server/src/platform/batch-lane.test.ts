import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createBatchLane } from './batch-lane.ts';

/** Runs that end when told to. */
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
  /** Ends the run under way, or the next one once it has begun. */
  async function end(results?: readonly (string | Error)[]): Promise<void> {
    while (ends.length === 0) await turn();
    ends.shift()?.(results);
  }
  return { lane, batches, end };
}

test('what arrives while a batch is under way goes together in the next one', async () => {
  const { lane, batches, end } = heldLane();
  const first = lane.add(1);
  const rest = [lane.add(2), lane.add(3)];
  await end();
  expect(await first).toBe('1');
  await end();
  expect(await Promise.all(rest)).toEqual(['2', '3']);
  expect(batches).toEqual([[1], [2, 3]]);
  await lane.idle();
});

test('a batch holds no more than it may', async () => {
  const { lane, batches, end } = heldLane(2);
  const all = [1, 2, 3, 4].map((item) => lane.add(item));
  for (let batch = 1; batch <= 3; batch++) await end();
  expect(await Promise.all(all)).toEqual(['1', '2', '3', '4']);
  expect(batches).toEqual([[1], [2, 3], [4]]);
});

test('an Error refuses its item alone; a failed run refuses all of its batch and the lane goes on', async () => {
  const { lane, end } = heldLane();
  const first = lane.add(0);
  const [good, bad] = [lane.add(1), lane.add(2)];
  await end();
  await first;
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

test('a poke runs an empty batch', async () => {
  const { lane, batches, end } = heldLane();
  lane.poke();
  await end();
  await lane.idle();
  expect(batches).toEqual([[]]);
});
