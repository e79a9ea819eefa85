import { memoryUsage } from 'node:process';
import { expect, test } from 'vitest';
import { collectGarbage } from './collect-garbage.ts';

const MB = 2 ** 20;

test('what nobody holds any more is gone at once', () => {
  let held: number[][] | undefined = Array.from({ length: 64 }, (_, n) => Array<number>(MB / 8).fill(n / 3));
  const before = memoryUsage().heapUsed;
  expect(held).toHaveLength(64);
  held = undefined;
  collectGarbage();
  expect(before - memoryUsage().heapUsed).toBeGreaterThan(32 * MB);
});
