import { expect, test } from 'vitest';
import { countryName, languageName, likelyCountry, likelyLanguages, spokenLanguages } from './places.ts';

test('every offered language has a name of its own', () => {
  const offered = spokenLanguages('en');
  expect(offered.filter(({ code, name }) => code === name)).toEqual([]);
  expect(new Set(offered.map(({ name }) => name)).size).toBeGreaterThan(offered.length - 2);
});

test('a region lies in its country', () => expect(countryName('TW-TPE', 'en')).toBe('Taiwan'));
test('a language is named in the reader’s', () => expect(languageName('ja', 'de')).toBe('Japanisch'));

test.each([
  [['zh-TW', 'en-US'], 'TW', ['zh', 'en']],
  [['en', 'de-AT'], 'AT', ['en', 'de']],
  [['en'], '', ['en']],
  [['en-001', 'de-QQ'], '', ['en', 'de']],
  [['eo'], '', []],
  [['C', 'en_US.UTF-8', 'x-default', '', 'ja-JP'], 'JP', ['ja']],
  [['en-GB', 'en-US', 'fr', 'de', 'es'], 'GB', ['en', 'fr', 'de']],
])('a browser set to %j suggests %s and %j', (languages, country, spoken) => {
  expect(likelyCountry(languages)).toBe(country);
  expect(likelyLanguages(languages)).toEqual(spoken);
});
