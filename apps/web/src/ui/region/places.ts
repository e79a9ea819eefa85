import type { Region } from '@yonder/contract/regions';

/** A place to choose, named in one language. */
export interface Place {
  code: string;
  name: string;
  /** The country that a region lies in; null: it is a country itself. */
  within: string | null;
  /** Folded search terms: its own names, and those of its country. */
  readonly names: readonly string[];
  readonly around: readonly string[];
}

interface Atlas {
  COUNTRIES: readonly string[];
  regionsOf(country: string): readonly Region[];
  translatedNames(language: string): ReadonlyMap<string, string>;
}

/** Most results shown; with more, the user types on. */
const MOST_FOUND = 60;

/** Every country in the language's order, each followed by its regions. */
export function placesIn(atlas: Atlas, locale: string): Place[] {
  const { compare } = new Intl.Collator(locale);
  const [local, english] = [locale, 'en'].map((one) => new Intl.DisplayNames(one, { type: 'region' }));
  const translated = atlas.translatedNames(locale);
  const countries = atlas.COUNTRIES.map((code) => {
    const name = local?.of(code) ?? code;
    return { code, name, within: null, names: folded(name, english?.of(code) ?? code), around: [] };
  }).toSorted((a, b) => compare(a.name, b.name));
  return countries.flatMap((country): Place[] => [
    country,
    ...atlas
      .regionsOf(country.code)
      .map(({ code, name }) => {
        const here = translated.get(code) ?? name;
        return { code, name: here, within: country.name, names: folded(here, name), around: country.names };
      })
      .toSorted((a, b) => compare(a.name, b.name)),
  ]);
}

/** Empty: the countries. Else names that begin with the query, names with such a word, regions of such a country. */
export function findPlaces(places: readonly Place[], wanted: string): readonly Place[] {
  const query = fold(wanted);
  if (query === '') return places.filter(({ within }) => within === null);
  const ranked = places.map((place) => ({ place, rank: rankOf(place, query) })).filter(({ rank }) => rank < NOT_FOUND);
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, MOST_FOUND)
    .map(({ place }) => place);
}

const NOT_FOUND = 5;

function rankOf({ names, around, within }: Place, query: string): number {
  if (names.some((name) => name.startsWith(query))) return within === null ? 0 : 1;
  if (names.some((name) => name.includes(` ${query}`))) return 2;
  if (around.some((name) => name.startsWith(query) || name.includes(` ${query}`))) return 3;
  // Languages without spaces, and "taipei taiwan" in either order.
  const withCountry = names.flatMap((name) =>
    around.flatMap((country) => [`${name} ${country}`, `${country} ${name}`]),
  );
  return names.some((name) => name.includes(query)) || withCountry.some((both) => both.startsWith(query))
    ? 4
    : NOT_FOUND;
}

function folded(...names: readonly string[]): string[] {
  return [...new Set(names.map(fold))];
}

const LETTERS: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  þ: 'th',
};

/** Removes accents, case and punctuation, as people type. */
export function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[øłđßæœıþ]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/[\p{P}\s]+/gu, ' ')
    .trim();
}

/** Few regions have an Arabic name, so a Latin one is isolated beside its country's (UAX #9: FSI, PDI). */
export function eachItsOwnWay(name: string, within: string): [name: string, within: string] {
  return /\p{Script=Arabic}/u.test(within) ? [`\u2068${name}\u2069`, `\u2068${within}\u2069`] : [name, within];
}
