import { expect, test } from 'vitest';
import { asksToHide, getReach } from './reach.ts';

const DAY_MS = 86_400_000;

test.each([
  [0, [], 1],
  [7 * DAY_MS - 1, [], 1],
  [7 * DAY_MS, [], 2],
  [4_000 * DAY_MS, [], 2],
  [0, [0], 0],
  [400 * DAY_MS, [0], 1],
  [400 * DAY_MS, [0, 0], 0],
  [400 * DAY_MS, [0, 0, 0, 0, 0], 0],
  // Half a dismissal still counts as one, less than half as none.
  [400 * DAY_MS, [30 * DAY_MS], 1],
  [400 * DAY_MS, [30 * DAY_MS + 1], 2],
  [400 * DAY_MS, [30 * DAY_MS, 30 * DAY_MS], 1],
  [400 * DAY_MS, [60 * DAY_MS, 60 * DAY_MS], 1],
  [400 * DAY_MS, [61 * DAY_MS, 61 * DAY_MS], 2],
  [400 * DAY_MS, Array.from({ length: 20 }, () => 90 * DAY_MS), 0],
  [400 * DAY_MS, Array.from({ length: 20 }, () => 365 * DAY_MS), 2],
])('an account of %i ms whose cases were dismissed %j ms ago may have %i things hidden at once', (age, ago, reach) => {
  expect(getReach({ accountAgeMs: age, dismissedMsAgo: ago })).toBe(reach);
});

test.each([
  ['minor', 'user', true],
  ['self-harm', 'message', true],
  ['minor', 'post', true],
  ['minor', 'comment', true],
  ['minor', 'call', false],
  ['minor', 'chatRoom', false],
  ['sexual', 'user', false],
  ['spam', 'post', false],
] as const)('a report for %s of a %s asks to hide it: %s', (reason, type, expected) => {
  expect(asksToHide(reason, { type, id: 'x' })).toBe(expected);
});
