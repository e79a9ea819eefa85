import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localDate } from './age.ts';
import { mayChangeRegion, regionChangesAt, type RegionChange } from './region-day.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEVER: RegionChange = { regionChangedAt: null, regionChangedOn: null };

test.each([
  ['Asia/Taipei', '2026-11-21T10:00:30Z', '2026-11-20T16:00:00Z', '2026-11-21', '2026-11-21T16:00:00Z'],
  ['Asia/Taipei', '2026-11-21T15:59:59Z', '2026-11-20T16:00:00Z', '2026-11-21', '2026-11-21T16:00:00Z'],
  ['Asia/Taipei', '2026-11-21T16:00:00Z', '2026-11-20T16:00:00Z', '2026-11-21', null],
  // Late in the evening: the next day alone is not enough.
  ['Asia/Taipei', '2026-11-21T16:00:00Z', '2026-11-21T15:00:00Z', '2026-11-21', '2026-11-22T11:00:00Z'],
  ['Asia/Taipei', '2026-11-22T11:00:00Z', '2026-11-21T15:00:00Z', '2026-11-21', null],
  // The clocks go back an hour that day, and forward on the other.
  ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-24T22:30:00Z', '2026-10-25', '2026-10-25T23:00:00Z'],
  ['Europe/Berlin', '2026-03-29T00:30:00Z', '2026-03-28T23:30:00Z', '2026-03-29', '2026-03-29T22:00:00Z'],
  // Changed in Kiribati, then moved west: the day that was used up has to end there too.
  ['Pacific/Pago_Pago', '2026-11-20T12:00:00Z', '2026-11-20T11:00:00Z', '2026-11-21', '2026-11-22T11:00:00Z'],
  // The other way round the day is over at once.
  ['Pacific/Kiritimati', '2026-11-20T12:00:00Z', '2026-11-20T12:00:00Z', '2026-11-20', '2026-11-21T08:00:00Z'],
  ['UTC', '2026-11-21T10:00:00Z', null, null, null],
])('in %s at %s, last changed at %s on %s, a region may be changed from %s', (timezone, now, at, day, from) => {
  const last = { regionChangedAt: at === null ? null : new Date(at), regionChangedOn: day };
  const expected = from === null ? null : Date.parse(from);
  expect(regionChangesAt(last, { now: new Date(now), timezone })).toBe(expected);
});

const timezone = fc.constantFrom(
  'UTC',
  'Asia/Taipei',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Apia',
  'Asia/Kathmandu',
);
const start = fc.integer({ min: Date.UTC(2011, 0, 1), max: Date.UTC(2030, 0, 1) });

test('whoever tries again and again, from wherever they like, changes it once in 20 hours and on each of their days', () => {
  const steps = fc.array(fc.record({ timezone, waits: fc.integer({ min: 0, max: 30 * HOUR }) }), { maxLength: 40 });
  fc.assert(
    fc.property(start, steps, (from, attempts) => {
      let [now, last] = [from, NEVER];
      for (const { timezone: zone, waits } of attempts) {
        now += waits;
        const here = { now: new Date(now), timezone: zone };
        const at = regionChangesAt(last, here);
        expect(mayChangeRegion(last, here)).toBe(at === null);
        if (at !== null) {
          expect(mayChangeRegion(last, { now: new Date(at), timezone: zone })).toBe(true);
          expect(mayChangeRegion(last, { now: new Date(at - MINUTE), timezone: zone })).toBe(false);
          continue;
        }
        const changed = { regionChangedAt: here.now, regionChangedOn: localDate(here.now, zone) };
        const { regionChangedAt: before, regionChangedOn: day } = last;
        if (before !== null) expect(now - before.getTime()).toBeGreaterThanOrEqual(20 * HOUR);
        if (day !== null) expect(changed.regionChangedOn > day).toBe(true);
        last = changed;
      }
    }),
  );
});
