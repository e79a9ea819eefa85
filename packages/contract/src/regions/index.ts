import { REGION_NAMES, TRANSLATED_NAMES } from './names.generated.ts';

/** A country, or a first-level region of one: "JP", "JP-13". */
export interface Region {
  code: string;
  /** In English, as CLDR has it. */
  name: string;
}

/** ISO 3166-1 alpha-2 codes, all countries and territories in use. */
export const COUNTRIES: readonly string[] =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

const countries: ReadonlySet<string> = new Set(COUNTRIES);

/** Returns the first-level regions of a country; none where it has none. */
export function regionsOf(country: string): Region[] {
  return entries(Object.hasOwn(REGION_NAMES, country) ? REGION_NAMES[country] : undefined).map(([code, name]) => ({
    code: `${country}-${code}`,
    name,
  }));
}

/** Whether there is such a country, or such a first-level region of it. */
export function isRegion(code: string): boolean {
  const country = code.slice(0, 2);
  if (!countries.has(country)) return false;
  return code === country || regionsOf(country).some((region) => region.code === code);
}

/** Returns a language's names of regions, by code, where they are not the English ones. */
export function translatedNames(language: string): ReadonlyMap<string, string> {
  return new Map(entries(TRANSLATED_NAMES[language]));
}

function entries(list = ''): [code: string, name: string][] {
  if (list === '') return [];
  return list.split('|').map((entry) => {
    const end = entry.indexOf(' ');
    return [entry.slice(0, end), entry.slice(end + 1)];
  });
}
