import { expect, test } from 'vitest';
import { helpLinesOf } from './help-lines-by-country.ts';
import { dialled, EVERYWHERE } from './help-lines.ts';

test.each(['US', 'GB', 'TW', 'JP', 'KR', 'ES', 'MX', 'DE', 'AT', 'CH', 'EG', 'AE'])(
  'somebody in %s finds a line to call, where a language of the product is spoken',
  (country) => {
    const lines = helpLinesOf(country);
    expect(lines.length).toBeGreaterThan(0);
    for (const { source, phone } of lines) {
      expect(new URL(source).protocol).toBe('https:');
      expect(dialled(phone)).toMatch(/^tel:\*?\d{3,12}$/);
    }
  },
);

test('a region has the lines of its country', () => {
  expect(helpLinesOf('TW-TPE')).toBe(helpLinesOf('TW'));
});

test.each([null, 'AQ', '__proto__', ''])('in %s nobody is known: there is the list for everywhere', (region) => {
  expect(helpLinesOf(region)).toEqual([]);
  expect(new URL(EVERYWHERE).protocol).toBe('https:');
});

test('a number is dialled without its spaces', () => {
  expect(dialled('0800 111 0 111')).toBe('tel:08001110111');
  expect(dialled('*4141')).toBe('tel:*4141');
});
