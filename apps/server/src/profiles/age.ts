import { AGE_RANGES, FIXED } from '@yonder/contract';

/** A calendar day, without a time or a zone: "2008-02-29". */
export type LocalDate = string;
export type AgeRange = (typeof AGE_RANGES)[number];

const OLDEST_YEARS = 120;
const rangeStarts = AGE_RANGES.map((range) => ({ range, from: Number.parseInt(range, 10) }));

/** Returns the day in a timezone; an unknown zone counts as UTC. */
export function localDate(at: Date, timezone: string): LocalDate {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  const parts = new Intl.DateTimeFormat('en', {
    ...options,
    timeZone: knownTimezone(timezone),
    calendar: 'iso8601',
  }).formatToParts(at);
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`;
}

/**
 * Returns a named zone of the tz database, or else UTC. Browsers and systems send zones newer than ours, offsets (which
 * have no summer time) and misconfigured names. None of them keeps a user out.
 */
export function knownTimezone(name: string): string {
  if (!/^[A-Za-z]/.test(name)) return 'UTC';
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    return 'UTC';
  }
}

/** Returns whole years; the birthday itself counts. Born on 29 February: 1 March in other years. */
export function yearsBetween(birth: LocalDate, today: LocalDate): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Whether the day exists, is not in the future and lies within a lifetime. */
export function isBirthDate(date: string, today: LocalDate): date is LocalDate {
  const parsed = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(parsed.getTime()) || parsed.toISOString().slice(0, 10) !== date) return false;
  return date <= today && yearsBetween(date, today) <= OLDEST_YEARS;
}

export function isAdult(birth: LocalDate, today: LocalDate): boolean {
  return yearsBetween(birth, today) >= FIXED.minimumAge;
}

/** Returns what others may know of an age; null under 18. */
export function ageRange(birth: LocalDate, today: LocalDate): AgeRange | null {
  const years = yearsBetween(birth, today);
  return rangeStarts.findLast(({ from }) => years >= from)?.range ?? null;
}
