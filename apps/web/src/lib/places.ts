import { localeOf } from '@yonder/contract';

/** Languages that users are likely to meet in, by their BCP 47 tags. */
const LANGUAGES =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja jv ka kk km kn ko lo lt lv mk ml mn mr ms my nb ne nl pa pl ps pt ro ru si sk sl so sq sr sv sw ta te th tr uk ur uz vi yo yue zh zu'.split(
    ' ',
  );

export interface Named {
  code: string;
  name: string;
}

export function spokenLanguages(locale: string): Named[] {
  return named(LANGUAGES, locale);
}

/** Name of a country, or of the country that a region lies in. */
export function countryName(region: string, locale: string): string {
  return displayName({ code: region.slice(0, 2), locale, type: 'region' });
}

export function languageName(tag: string, locale: string): string {
  return displayName({ code: tag, locale, type: 'language' });
}

/** The country in the browser's language setting, as a suggestion. */
export function likelyCountry(languages: readonly string[]): string {
  const regions = languages.flatMap((tag) => localeOf(tag)?.region ?? []);
  const known = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  return regions.find((region) => /^[A-Z]{2}$/.test(region) && known.of(region) !== undefined) ?? '';
}

/** Up to three offered languages of the browser's setting, as a suggestion. */
export function likelyLanguages(languages: readonly string[]): string[] {
  const spoken = languages.flatMap((tag) => localeOf(tag)?.language ?? []).filter((tag) => LANGUAGES.includes(tag));
  return [...new Set(spoken)].slice(0, 3);
}

interface NamesAsked {
  locale: string;
  type: 'region' | 'language';
}

function named(codes: readonly string[], locale: string): Named[] {
  const { compare } = new Intl.Collator(locale);
  return codes.map((code) => ({ code, name: languageName(code, locale) })).toSorted((a, b) => compare(a.name, b.name));
}

function displayName({ code, locale, type }: NamesAsked & { code: string }): string {
  return new Intl.DisplayNames(locale, { type, languageDisplay: 'standard' }).of(code) ?? code;
}
