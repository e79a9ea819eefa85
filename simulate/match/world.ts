/*
 * Who there is, where, what they speak and when they are awake: assumptions, not measurements. Shares are of all people
 * and of the people of a place; they need not add up to anything.
 */
interface Place {
  region: string;
  utcHours: number;
  share: number;
  languages: Readonly<Record<string, number>>;
}

export const PLACES: readonly Place[] = [
  { region: 'US', utcHours: -6, share: 18, languages: { en: 80, es: 17, 'zh-TW': 2, ar: 1 } },
  { region: 'TW', utcHours: 8, share: 14, languages: { 'zh-TW': 95, en: 5 } },
  { region: 'JP', utcHours: 9, share: 12, languages: { ja: 97, en: 3 } },
  { region: 'KR', utcHours: 9, share: 8, languages: { ko: 97, en: 3 } },
  { region: 'IN', utcHours: 5.5, share: 8, languages: { hi: 60, en: 40 } },
  { region: 'DE', utcHours: 1, share: 7, languages: { de: 90, en: 6, tr: 4 } },
  { region: 'MX', utcHours: -6, share: 6, languages: { es: 98, en: 2 } },
  { region: 'GB', utcHours: 0, share: 5, languages: { en: 98, ar: 2 } },
  { region: 'ES', utcHours: 1, share: 5, languages: { es: 97, en: 3 } },
  { region: 'BR', utcHours: -3, share: 5, languages: { pt: 100 } },
  { region: 'EG', utcHours: 2, share: 4, languages: { ar: 98, en: 2 } },
  { region: 'AR', utcHours: -3, share: 3, languages: { es: 100 } },
  { region: 'SA', utcHours: 3, share: 3, languages: { ar: 98, en: 2 } },
  { region: 'ID', utcHours: 7, share: 3, languages: { id: 98, en: 2 } },
  { region: 'FI', utcHours: 2, share: 0.4, languages: { fi: 95, en: 5 } },
  { region: 'ET', utcHours: 3, share: 0.3, languages: { am: 100 } },
  { region: 'IS', utcHours: 0, share: 0.05, languages: { is: 100 } },
];

/** How many come in each hour of their own day, beside an even spread. */
const BY_HOUR = [
  0.6, 0.35, 0.2, 0.13, 0.1, 0.15, 0.3, 0.5, 0.65, 0.75, 0.8, 0.9, 1, 0.9, 0.85, 0.9, 1, 1.15, 1.4, 1.75, 2.1, 2.25,
  1.9, 1.2,
];
const MEAN = BY_HOUR.reduce((sum, share) => sum + share, 0) / BY_HOUR.length;

/** Beside an even spread, at an hour (with its fraction) of UTC. */
export function crowdAt({ utcHours }: Pick<Place, 'utcHours'>, hour: number): number {
  const local = (hour + utcHours + 24) % 24;
  const from = Math.floor(local);
  const [one, other] = [BY_HOUR[from]!, BY_HOUR[(from + 1) % 24]!];
  return (one + (other - one) * (local - from)) / MEAN;
}
