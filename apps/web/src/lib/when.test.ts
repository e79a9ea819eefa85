import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { dayName, listTime, nextHour, talkTime, timeOfDay, timeUntilTomorrow } from './when.ts';

beforeEach(() => void vi.stubGlobal('navigator', { languages: [] }));
afterEach(() => void vi.unstubAllGlobals());

const now = Date.parse('2026-03-04T15:00:00');
const at = (time: string) => ({ at: Date.parse(time), now, locale: 'en-GB' });

it.each([
  ['2026-03-04T14:59:00.001', { kind: 'now' }],
  ['2026-03-04T14:59:00', { kind: 'text', text: '14:59' }],
  ['2026-03-04T00:00:00', { kind: 'text', text: '0:00' }],
  ['2026-03-03T23:59:59', { kind: 'yesterday' }],
  ['2026-03-02T12:00:00', { kind: 'text', text: 'Mon' }],
  ['2026-02-20T12:00:00', { kind: 'text', text: '20 Feb' }],
  ['2025-11-12T12:00:00', { kind: 'text', text: '12 Nov 2025' }],
])('in the list %s reads %o', (time, shown) => {
  expect(listTime(at(time))).toEqual(shown);
});

it.each([
  ['2026-03-04T00:00:00', { kind: 'today' }],
  ['2026-03-03T12:00:00', { kind: 'yesterday' }],
  ['2026-03-01T12:00:00', { kind: 'text', text: 'Sunday' }],
  ['2026-02-20T12:00:00', { kind: 'text', text: 'Friday 20 February' }],
])('the day line of %s reads %o', (time, shown) => {
  expect(dayName(at(time))).toEqual(shown);
});

it.each([
  [0, '0:00'],
  [599, '9:59'],
  [600, '10 min'],
  [2_579, '42 min'],
  [3_600, '1 hr'],
  [3_900, '1 hr 5 min'],
])('a talk of %i s took %s', (seconds, shown) => {
  expect(talkTime(seconds, 'en')).toBe(shown);
});

it.each([
  ['2026-03-04T17:59:59', 'en', '6:00 PM'],
  ['2026-03-04T18:00:00', 'en', 'tomorrow, 6:00 PM'],
  ['2026-03-04T18:28:00', 'de', 'morgen, 18:00'],
  ['2026-12-31T23:00:00', 'ja', '明日 18:00'],
])('at %s, the next 18:00 is told in %s as %s', (time, locale, shown) => {
  const moment = Date.parse(time);
  expect(timeUntilTomorrow({ at: nextHour(18, moment), now: moment, locale })).toBe(shown);
});

it.each([
  [['en-GB', 'en'], 'en', '18:05'],
  [['en-US'], 'en', '6:05 PM'],
  [['de-AT', 'en-GB'], 'en', '18:05'],
  [['en-US'], 'de', '18:05'],
  [['es-MX'], 'es', '6:05 p.m.'],
])('who reads %j sees a time in %s as %s', (languages, locale, shown) => {
  vi.stubGlobal('navigator', { languages });
  expect(timeOfDay(Date.parse('2026-03-04T18:05:00'), locale).replace(/\s/g, ' ')).toBe(shown);
});
