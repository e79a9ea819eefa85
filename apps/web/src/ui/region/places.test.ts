import * as atlas from '@yonder/contract/regions';
import { expect, test } from 'vitest';
import { eachItsOwnWay, findPlaces, fold, placesIn } from './places.ts';

const english = placesIn(atlas, 'en');
const codes = (wanted: string, places = english): string[] => findPlaces(places, wanted).map(({ code }) => code);

test('nothing typed shows all 249 countries, sorted as the language sorts', () => {
  expect(codes('')).toHaveLength(249);
  expect(codes('')[0]).toBe('AF');
  expect(findPlaces(placesIn(atlas, 'de'), '').find(({ code }) => code === 'AT')?.name).toBe('Österreich');
});

test.each([
  ['taipei', 'TW-TPE'],
  ['Tōkyō', 'JP-13'],
  ['  tokyo ', 'JP-13'],
  ['são paulo', 'BR-SP'],
  ['sao paulo', 'BR-SP'],
  ['lodz', 'PL-10'],
  ['cote d ivoire', 'CI'],
  ['taiwan', 'TW'],
])('%j finds %s first', (wanted, code) => expect(codes(wanted)[0]).toBe(code));

test('a country’s name brings its regions after it', () => {
  expect(codes('taiwan').slice(0, 3)).toEqual(['TW', 'TW-CHA', 'TW-CYQ']);
  expect(codes('taipei taiwan')).toEqual(['TW-TPE']);
});

test('English names find what the screen calls otherwise, and the other way round', () => {
  const german = placesIn(atlas, 'de');
  expect(codes('austria', german)[0]).toBe('AT');
  expect(codes('osterreich', german)[0]).toBe('AT');
  expect(codes('schottland', german)[0]).toBe('GB-SCT');
  expect(codes('日', placesIn(atlas, 'ja'))[0]).toBe('JP');
  expect(codes('アメリカ合衆国 california', placesIn(atlas, 'ja'))[0]).toBe('US-CA');
});

test('at most 60 are shown, and nothing is found for what is nowhere', () => {
  expect(codes('a')).toHaveLength(60);
  expect(codes('qqq')).toEqual([]);
});

test('accents, case and punctuation make no difference', () => {
  expect(fold('Île-de-France')).toBe('ile de france');
});

test('a Latin name beside an Arabic one is set apart, others are plain', () => {
  expect(eachItsOwnWay('Taipei', 'تايوان').join('، ')).toBe('\u2068Taipei\u2069، \u2068تايوان\u2069');
  expect(eachItsOwnWay('Taipei', 'Taiwan')).toEqual(['Taipei', 'Taiwan']);
});
