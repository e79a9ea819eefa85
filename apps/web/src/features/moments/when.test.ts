import { expect, test } from 'vitest';
import { ago, longSpan, span } from './when.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

test.each([
  [MINUTE - 1, null],
  [MINUTE, '1 min. ago'],
  [HOUR - 1, '59 min. ago'],
  [HOUR, '1 hr. ago'],
  [47 * HOUR, '47 hr. ago'],
  [48 * HOUR, '2 days ago'],
])('%i ms ago is %s', (ms, words) => {
  expect(ago(ms, 'en')).toBe(words);
});

test('what is left is told to the nearest hour, then to the nearest minute, at last as one', () => {
  expect([18.4 * HOUR, HOUR, HOUR - MINUTE, 1].map((ms) => span(ms, 'en'))).toEqual([
    '18 hr',
    '1 hr',
    '59 min',
    '1 min',
  ]);
});

test('what has just begun has all of its time left', () => {
  expect([24, 1].map((hours) => span(hours * HOUR - 5_000, 'en'))).toEqual(['24 hr', '1 hr']);
});

test('a whole day is 24 hours', () => {
  expect([24 * HOUR, 2 * HOUR, 30 * MINUTE].map((ms) => longSpan(ms, 'en'))).toEqual([
    '24 hours',
    '2 hours',
    '30 minutes',
  ]);
});
