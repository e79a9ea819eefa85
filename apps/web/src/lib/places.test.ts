import { expect, test } from 'vitest';
import { countries, languageName, likelyCountry, likelyLanguages, regionName, spokenLanguages } from './places.ts';

test('all 249 countries have a name, sorted as the language sorts', () => {
  const names = countries('en').map(({ name }) => name);
  expect(names).toHaveLength(249);
  expect(names[0]).toBe('Afghanistan');
  expect(countries('de').find(({ code }) => code === 'AT')?.name).toBe('Österreich');
});

test('every offered language has a name of its own', () => {
  const offered = spokenLanguages('en');
  expect(offered.filter(({ code, name }) => code === name)).toEqual([]);
  expect(new Set(offered.map(({ name }) => name)).size).toBeGreaterThan(offered.length - 2);
});

test('a region is named by its country', () => expect(regionName('TW-TPE', 'en')).toBe('Taiwan'));
test('a language is named in the reader’s', () => expect(languageName('ja', 'de')).toBe('Japanisch'));

test.each([
  [['zh-TW', 'en-US'], 'TW', ['zh', 'en']],
  [['en', 'de-AT'], 'AT', ['en', 'de']],
  [['en'], '', ['en']],
  [['eo'], '', []],
  [['en-GB', 'en-US', 'fr', 'de', 'es'], 'GB', ['en', 'fr', 'de']],
])('a browser set to %j suggests %s and %j', (languages, country, spoken) => {
  expect(likelyCountry(languages)).toBe(country);
  expect(likelyLanguages(languages)).toEqual(spoken);
});
