import { expect, test } from 'vitest';
import { shownName, suggestedNameOf } from './name.ts';

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
