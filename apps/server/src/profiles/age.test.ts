import { expect, test } from 'vitest';
import { ageRange, isAdult, isBirthDate, knownTimezone, localDate } from './age.ts';

test.each([
  ['2008-06-15', '2026-06-14', false, '17 years and 364 days'],
  ['2008-06-15', '2026-06-15', true, '18 today'],
  ['2008-06-15', '2026-06-16', true, '18 since yesterday'],
  ['2008-02-29', '2026-02-28', false, 'born on a leap day, the last of February'],
  ['2008-02-29', '2026-03-01', true, 'born on a leap day, the first of March'],
  ['2010-02-28', '2028-02-27', false, 'turning 18 in a leap year, the day before'],
  ['2010-02-28', '2028-02-28', true, 'turning 18 in a leap year'],
  ['2008-12-31', '2026-12-30', false, 'born on the last day of a year, the day before'],
  ['2008-12-31', '2026-12-31', true, 'born on the last day of a year'],
  ['2008-01-01', '2025-12-31', false, 'born on the first day of a year, the day before'],
])('born %s, on %s: adult is %s (%s)', (birth, today, adult) => {
  expect(isAdult(birth, today)).toBe(adult);
});

const today = '2026-06-15';

test.each(['2026-06-15', '1998-09-02', '2008-02-29', '1906-06-15', '2000-02-29'])('%s can be a birth date', (date) => {
  expect(isBirthDate(date, today)).toBe(true);
});

test.each([
  '2026-06-16',
  '2027-01-01',
  '9999-12-31',
  '2007-02-29',
  '1900-02-29',
  '2008-02-30',
  '2008-04-31',
  '2008-13-01',
  '2008-00-10',
  '2008-01-00',
  '1905-06-14',
  '0000-01-01',
  '2008-1-1',
  '20080101',
  'yesterday',
  '',
  '2008-01-01T00:00:00Z',
  ' 2008-01-01',
])('%s cannot', (date) => {
  expect(isBirthDate(date, today)).toBe(false);
});

test.each([
  ['2008-06-16', null],
  ['2008-06-15', '18-24'],
  ['2001-06-16', '18-24'],
  ['2001-06-15', '25-34'],
  ['1991-06-16', '25-34'],
  ['1991-06-15', '35-44'],
  ['1981-06-16', '35-44'],
  ['1981-06-15', '45+'],
  ['1920-01-01', '45+'],
])('born %s, the age range is %s', (birth, range) => {
  expect(ageRange(birth, today)).toBe(range);
});

const noonUtc = new Date(Date.UTC(2026, 5, 15, 12));

test.each([
  ['UTC', '2026-06-15'],
  ['Pacific/Kiritimati', '2026-06-16'],
  ['Pacific/Pago_Pago', '2026-06-15'],
  ['Asia/Taipei', '2026-06-15'],
  ['Nowhere/Land', '2026-06-15'],
])('at noon UTC it is in %s the %s', (timezone, date) => {
  expect(localDate(noonUtc, timezone)).toBe(date);
});

test('the date changes with the local midnight, not 1 ms before', () => {
  const midnight = Date.UTC(2026, 5, 15, 16);
  expect(localDate(new Date(midnight - 1), 'Asia/Taipei')).toBe('2026-06-15');
  expect(localDate(new Date(midnight), 'Asia/Taipei')).toBe('2026-06-16');
});

test.each([
  ['Europe/Madrid', 'Europe/Madrid'],
  ['UTC', 'UTC'],
  ['+03:30', 'UTC'],
  ['Etc/Unknown', 'UTC'],
  ['Foo/Bar', 'UTC'],
  ['', 'UTC'],
  ["UTC'; DROP TABLE", 'UTC'],
])('the time zone "%s" counts as %s', (name, known) => {
  expect(knownTimezone(name)).toBe(known);
});
