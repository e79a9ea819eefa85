import { expect, test } from 'vitest';
import { createPace, createPaces } from './pace.ts';

test('400 small frames are read at once, and 200 a second from then on', () => {
  const pace = createPace();
  const waits = Array.from({ length: 401 }, () => pace.count(70, 1_000));
  expect([...new Set(waits.slice(0, 400)), waits.at(400)]).toEqual([0, 5]);
  expect(Array.from({ length: 201 }, () => pace.count(70, 2_005)).slice(-2)).toEqual([0, 5]);
});

test('a frame of 64 KB counts as 64', () => {
  const pace = createPace();
  expect(Array.from({ length: 7 }, () => pace.count(65_536, 0))).toEqual([0, 0, 0, 0, 0, 0, 48 * 5]);
});

test('of an hour in which nothing came no more than 400 are left', () => {
  const pace = createPace();
  pace.count(70, 0);
  expect(Array.from({ length: 401 }, () => pace.count(70, 3_600_000)).slice(-2)).toEqual([0, 5]);
});

test('a person has one pace, also once 10,000 others have come', () => {
  const paceOf = createPaces();
  const pace = paceOf('ann', 0);
  pace.count(65_536, 0);
  for (let i = 0; i < 10_001; i++) paceOf(`other ${i}`, 1);
  expect(paceOf('ann', 1)).toBe(pace);
});
