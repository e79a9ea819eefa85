import { expect, test } from 'vitest';
import { hoursText, waited } from './waited.ts';

test.each([
  [-5, '0 min'],
  [59_999, '0 min'],
  [3_599_999, '59 min'],
  [3_600_000, '1 hr'],
  [86_399_999, '23 hr'],
  [86_400_000, '1 day'],
])('%i ms are %s', (ms, shown) => expect(waited(ms, 'en')).toBe(shown));

test.each([
  [1, '1 hour'],
  [24, '24 hours'],
  [30, '30 hours'],
  [72, '3 days'],
  [720, '30 days'],
])('%i hours are %s', (hours, shown) => expect(hoursText(hours, 'en')).toBe(shown));
