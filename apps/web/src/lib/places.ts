/** ISO 3166-1 alpha-2 codes, all countries and territories in use. */
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

/** Languages people are likely to meet in, by their BCP 47 tags. */
const LANGUAGES =
  'af am ar az be bg bn bs ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja jv ka kk km kn ko lo lt lv mk ml mn mr ms my nb ne nl pa pl ps pt ro ru si sk sl so sq sr sv sw ta te th tl tr uk ur uz vi yo yue zh zu'.split(
    ' ',
  );

export interface Named {
  code: string;
  name: string;
}

export function countries(locale: string): Named[] {
  return named({ codes: COUNTRIES, locale, type: 'region' });
}

export function spokenLanguages(locale: string): Named[] {
  return named({ codes: LANGUAGES, locale, type: 'language' });
}

/** A country's name, with its first-level region's code when there is one. */
export function regionName(region: string, locale: string): string {
  return displayName({ code: region.slice(0, 2), locale, type: 'region' });
}

export function languageName(tag: string, locale: string): string {
  return displayName({ code: tag, locale, type: 'language' });
}

/** The country in the browser's own language setting, as a suggestion. */
export function likelyCountry(languages: readonly string[]): string {
  const regions = languages.flatMap((tag) => new Intl.Locale(tag).region ?? []);
  return regions.find((region) => COUNTRIES.includes(region)) ?? '';
}

/** The languages of the browser's setting that are offered, at most three, as a suggestion. */
export function likelyLanguages(languages: readonly string[]): string[] {
  const spoken = languages.map((tag) => new Intl.Locale(tag).language).filter((tag) => LANGUAGES.includes(tag));
  return [...new Set(spoken)].slice(0, 3);
}

interface NamesAsked {
  locale: string;
  type: 'region' | 'language';
}

function named({ codes, ...asked }: NamesAsked & { codes: readonly string[] }): Named[] {
  const { compare } = new Intl.Collator(asked.locale);
  return codes
    .map((code) => ({ code, name: displayName({ code, ...asked }) }))
    .toSorted((a, b) => compare(a.name, b.name));
}

function displayName({ code, locale, type }: NamesAsked & { code: string }): string {
  return new Intl.DisplayNames(locale, { type, languageDisplay: 'standard' }).of(code) ?? code;
}
