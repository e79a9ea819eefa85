import { expect, test } from 'vitest';
import { regionChangesAt } from './region-day.ts';

test.each([
  ['Asia/Taipei', '2026-11-21T10:00:30Z', '2026-11-21', '2026-11-21T16:00:00Z'],
  ['Asia/Taipei', '2026-11-21T15:59:59Z', '2026-11-21', '2026-11-21T16:00:00Z'],
  ['Asia/Taipei', '2026-11-21T16:00:00Z', '2026-11-21', null],
  // The clocks go back an hour that day, and forward on the other.
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25', '2026-10-25T23:00:00Z'],
  ['Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-29', '2026-03-29T22:00:00Z'],
  // Changed in Kiribati, then moved west: the day that was used up has to end there too.
  ['Pacific/Pago_Pago', '2026-11-20T12:00:00Z', '2026-11-21', '2026-11-22T11:00:00Z'],
  ['UTC', '2026-11-21T10:00:00Z', null, null],
])('in %s at %s, last changed on %s, a region may be changed from %s', (timezone, now, changedOn, at) => {
  const expected = at === null ? null : Date.parse(at);
  expect(regionChangesAt(changedOn, { now: new Date(now), timezone })).toBe(expected);
});
