import { expect, test } from 'vitest';
import { shownName, suggestedNameOf, tidyName } from './name.ts';

test.each([
  ['Mei', 'Mei'],
  ['  Mei-Lin \n', 'Mei-Lin'],
  ['Mei \t\n Lin', 'Mei Lin'],
  ['', ''],
  ['   ', ''],
  ['\u200b\u2060\u00ad', ''],
  ['\u202eieM', 'ieM'],
  ['Me\u0000i', 'Mei'],
  ['e\u0301', '\u00e9'],
  ['👩‍🚀', '👩‍🚀'],
  ['مريم', 'مريم'],
])('%j is kept as %j', (given, kept) => {
  expect(tidyName(given)).toBe(kept);
});

test('an empty name shows as Anonymous', () => {
  expect(shownName('')).toBe('Anonymous');
  expect(shownName('Mei')).toBe('Mei');
});

test.each([
  ['  Mei-Lin ', 'Mei-Lin'],
  ['x'.repeat(61), 'x'.repeat(60)],
  [`${'x'.repeat(59)} y`, 'x'.repeat(59)],
  [`${'x'.repeat(59)}\u{1f680}`, 'x'.repeat(59)],
  [`${'x'.repeat(58)}\u{1f680}`, `${'x'.repeat(58)}\u{1f680}`],
])('%j is suggested as %j', (given, suggested) => {
  expect(suggestedNameOf(given)).toBe(suggested);
});
