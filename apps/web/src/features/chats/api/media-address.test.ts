import { expect, test } from 'vitest';
import { retriesWithin } from './media-address.ts';

test('what is stored is asked for again after 1, 2, 4, 8, 16, 30, 30 s: seven times within 120,000 ms', () => {
  expect(retriesWithin(120_000)).toBe(7);
  expect(retriesWithin(121_000)).toBe(8);
  expect(retriesWithin(999)).toBe(0);
});
