import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueReset, lastReset, opportunitiesOf, type Opportunities } from './opportunities.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONES = [
  'UTC',
  'Asia/Taipei',
  'Europe/Berlin',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Apia',
  'Antarctica/Troll',
  'Asia/Kathmandu',
  'Africa/Casablanca',
];
const zone = fc.constantFrom(...ZONES);
const moment = fc.integer({ min: Date.UTC(2011, 0, 1), max: Date.UTC(2030, 0, 1) });

const person = (changes: Partial<Opportunities> = {}): Opportunities => ({
  isPaid: false,
  timezone: 'UTC',
  commentOpportunities: 0,
  commentLastResetToken: null,
  commentResetAt: null,
  ...changes,
});
/** The row after a read or a spend at that moment. */
const resetAt = (stored: Opportunities, at: number): Opportunities => {
  const due = dueReset(stored, new Date(at));
  return due ? { ...stored, commentLastResetToken: due.token, commentResetAt: due.at } : stored;
};

test.each([
  ['Asia/Taipei', '2026-06-15T09:59:59.999Z', '2026-06-14', '2026-06-14T10:00:00.000Z'],
  ['Asia/Taipei', '2026-06-15T10:00:00.000Z', '2026-06-15', '2026-06-15T10:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29T15:59:59.999Z', '2026-03-28', '2026-03-28T17:00:00.000Z'],
  ['Europe/Berlin', '2026-03-29T16:00:00.000Z', '2026-03-29', '2026-03-29T16:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T16:59:59.999Z', '2026-10-24', '2026-10-24T16:00:00.000Z'],
  ['Europe/Berlin', '2026-10-25T17:00:00.000Z', '2026-10-25', '2026-10-25T17:00:00.000Z'],
  // 30 December 2011 never was in Samoa.
  ['Pacific/Apia', '2011-12-30T12:00:00.000Z', '2011-12-29', '2011-12-30T04:00:00.000Z'],
  ['Nowhere/Land', '2026-06-15T18:00:00.000Z', '2026-06-15', '2026-06-15T18:00:00.000Z'],
])('in %s at %s it was last 18:00 on %s', (timezone, now, token, at) => {
  expect(lastReset(new Date(now), timezone)).toEqual({ token, at: new Date(at) });
});

test('the last 18:00 is at most 26 hours ago, on all days of all zones but where a day was skipped', () => {
  fc.assert(
    fc.property(zone, moment, (timezone, now) => {
      const { at, token } = lastReset(new Date(now), timezone);
      expect(at.getTime()).toBeLessThanOrEqual(now);
      const local = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(timezone);
      expect([local.hour, local.minute, local.toPlainDate().toString()]).toEqual([18, 0, token]);
      const skipped = timezone === 'Pacific/Apia' && token === '2011-12-29';
      expect(now - at.getTime()).toBeLessThan(skipped ? 48 * HOUR : 26 * HOUR);
    }),
  );
});

test('who stays where they live has a reset on every local date with an 18:00, and one alone', () => {
  fc.assert(
    fc.property(zone, moment, fc.integer({ min: 1, max: 12 }), (timezone, start, days) => {
      let stored = resetAt(person({ timezone }), start);
      const tokens: (string | null)[] = [stored.commentLastResetToken];
      for (let now = start; now < start + days * DAY; now += HOUR) {
        const next = resetAt(stored, now);
        if (next !== stored) tokens.push(next.commentLastResetToken);
        stored = next;
      }
      expect(new Set(tokens).size).toBe(tokens.length);
      expect(tokens.length).toBeGreaterThanOrEqual(days - 1);
      expect(tokens.length).toBeLessThanOrEqual(days + 1);
    }),
    { numRuns: 30 },
  );
});

test('whoever changes their timezone at will, while clocks jump to and fro, has never two resets within 20 hours or on one date', () => {
  const step = fc.record({ timezone: zone, ms: fc.integer({ min: -6 * HOUR, max: 30 * HOUR }) });
  fc.assert(
    fc.property(moment, fc.array(step, { maxLength: 60 }), (start, steps) => {
      let now = start;
      let stored = resetAt(person(), now);
      for (const { timezone, ms } of steps) {
        now += ms;
        const next = resetAt({ ...stored, timezone }, now);
        if (next.commentLastResetToken !== stored.commentLastResetToken) {
          expect(next.commentLastResetToken! > stored.commentLastResetToken!).toBe(true);
          expect(next.commentResetAt!.getTime() - stored.commentResetAt!.getTime()).toBeGreaterThanOrEqual(20 * HOUR);
        }
        stored = next;
      }
    }),
  );
});

test('moving from the last zone of the date to the first one brings no second reset that evening', () => {
  const six = Date.UTC(2026, 5, 16, 5);
  const stored = resetAt(person({ timezone: 'Pacific/Pago_Pago' }), six);
  expect(stored.commentLastResetToken).toBe('2026-06-15');
  expect(dueReset({ ...stored, timezone: 'Pacific/Kiritimati' }, new Date(six))).toBeUndefined();
});

test('what is left is what is stored until a reset is due, then 20; 999 for paid people', () => {
  const stored = resetAt(person({ commentOpportunities: 3 }), Date.UTC(2026, 5, 15, 18));
  expect(opportunitiesOf(stored, new Date(Date.UTC(2026, 5, 16, 17, 59, 59, 999)))).toBe(3);
  expect(opportunitiesOf(stored, new Date(Date.UTC(2026, 5, 16, 18)))).toBe(20);
  expect(opportunitiesOf({ ...stored, isPaid: true }, new Date(0))).toBe(999);
});
