import { expect, test } from 'vitest';
import { lineThrough } from './slope.ts';

test('points on a line have its slope and no doubt', () => {
  const { slope, uncertainty } = lineThrough([1, 2, 3, 4].map((x) => ({ x, y: 7 - 2 * x })));
  expect([slope, uncertainty]).toEqual([-2, 0]);
});

test('4 points about a line: a slope of 0.5, and twice its standard error', () => {
  const { slope, uncertainty } = lineThrough([1, 3, 2, 3].map((y, i) => ({ x: i + 1, y })));
  expect(slope).toBeCloseTo(0.5, 10);
  expect(uncertainty).toBeCloseTo(2 * Math.sqrt(1.5 / 2 / 5), 10);
});
