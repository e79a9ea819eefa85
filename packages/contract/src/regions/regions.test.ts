import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COUNTRIES, isRegion, regionsOf, translatedNames } from './index.ts';
import { renderNames } from './render-names.ts';
import { region } from '../schema.ts';

test('the checked-in names are what the library has', () => {
  expect(readFileSync(new URL('names.generated.ts', import.meta.url), 'utf8')).toBe(renderNames());
});

test('249 countries have more than 3,500 first-level regions, each of the wire’s form and with a name', () => {
  expect(COUNTRIES).toHaveLength(249);
  const all = COUNTRIES.flatMap(regionsOf);
  expect(all.length).toBeGreaterThan(3_500);
  expect(all.filter(({ code, name }) => !region.safeParse(code).success || name.trim() === '')).toEqual([]);
  expect(new Set(all.map(({ code }) => code)).size).toBe(all.length);
});

test.each(['TW', 'TW-TPE', 'JP-13', 'GH-AA', 'AE-DU', 'ES-MD', 'CN-NM', 'AQ', 'GB-SCT'])('%s is a region', (code) => {
  expect(isRegion(code)).toBe(true);
});

test.each(['ZZ', 'EU', 'CN-TW', 'US-PR', 'TW-XXX', 'tw', 'TW-', '', 'TW-TPE-1', 'constructor', '__proto__'])(
  '%j is none',
  (code) => expect(isRegion(code)).toBe(false),
);

test('a region has the name its language gives it, where the library knows one', () => {
  expect(regionsOf('JP')).toContainEqual({ code: 'JP-13', name: 'Tokyo' });
  expect(translatedNames('de').get('GB-SCT')).toBe('Schottland');
  expect(translatedNames('zh-TW').get('GB-SCT')).toBe('蘇格蘭');
  expect(translatedNames('en').size).toBe(0);
});
