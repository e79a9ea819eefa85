import { LANGUAGES, regionalTag } from '@yonder/contract';
import { oneOf } from './one-of.ts';

/** A time as shown to its reader, in their language and time zone, seen from `now`. */
export interface Moment {
  at: number;
  now: number;
  locale: string;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Shorter durations are shown to the second. */
const TO_THE_SECOND = 600;

/** The calendar day in the reader's time zone, as year-month-day. */
export function dayOf(at: number): string {
  const day = new Date(at);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()].join('-');
}

/** For a list, as short as possible. */
export function listTime({ at, now, locale }: Moment): { kind: 'now' | 'yesterday' } | { kind: 'text'; text: string } {
  if (now - at < MINUTE_MS) return { kind: 'now' };
  if (dayOf(at) === dayOf(now)) return { kind: 'text', text: timeOfDay(at, locale) };
  if (dayOf(at) === dayBefore(now)) return { kind: 'yesterday' };
  return { kind: 'text', text: format(at, locale, shortDate({ at, now })) };
}

/** For a day line. */
export function dayName({ at, now, locale }: Moment): { kind: 'today' | 'yesterday' } | { kind: 'text'; text: string } {
  if (dayOf(at) === dayOf(now)) return { kind: 'today' };
  if (dayOf(at) === dayBefore(now)) return { kind: 'yesterday' };
  const style: Intl.DateTimeFormatOptions = isThisWeek({ at, now })
    ? { weekday: 'long' }
    : { weekday: 'long', day: 'numeric', month: 'long', ...yearIfOther({ at, now }) };
  return { kind: 'text', text: format(at, locale, style) };
}

export function timeOfDay(at: number, locale: string): string {
  return format(at, locale, { hour: 'numeric', minute: '2-digit' });
}

/** The next time it is this hour (0–23) in the reader's time zone. */
export function nextHour(hour: number, now: number): number {
  const day = new Date(now);
  day.setHours(hour, 0, 0, 0);
  if (day.getTime() <= now) day.setDate(day.getDate() + 1);
  return day.getTime();
}

/** For a time until tomorrow: "18:00" or "tomorrow, 18:00". */
export function timeUntilTomorrow({ at, now, locale }: Moment): string {
  const time = timeOfDay(at, locale);
  if (dayOf(at) === dayOf(now)) return time;
  const tomorrow = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(1, 'day');
  return new Intl.ListFormat(locale, { type: 'unit', style: 'short' }).format([tomorrow, time]);
}

/** For a time within a week. */
export function timeOfWeek(at: number, locale: string): string {
  return format(at, locale, { weekday: 'long', hour: 'numeric', minute: '2-digit' });
}

function shortDate(moment: { at: number; now: number }): Intl.DateTimeFormatOptions {
  return isThisWeek(moment) ? { weekday: 'short' } : { day: 'numeric', month: 'short', ...yearIfOther(moment) };
}

/** By the calendar: a day is not always 24 hours long. */
function dayBefore(at: number): string {
  const day = new Date(at);
  day.setDate(day.getDate() - 1);
  return dayOf(day.getTime());
}

/** A weekday's name is unambiguous within six days. */
function isThisWeek({ at, now }: { at: number; now: number }): boolean {
  return now - at < 6 * DAY_MS;
}

function yearIfOther({ at, now }: { at: number; now: number }): Intl.DateTimeFormatOptions {
  return new Date(at).getFullYear() === new Date(now).getFullYear() ? {} : { year: 'numeric' };
}

function format(at: number, locale: string, style: Intl.DateTimeFormatOptions): string {
  const language = oneOf(LANGUAGES, locale);
  const tag = language === undefined ? locale : regionalTag(language, navigator.languages);
  return new Intl.DateTimeFormat(tag, style).format(at);
}

/** 0:24, 12:05, 1:02:03 */
export function duration(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`;
}

/** A call's duration, precise only while short: 0:31, 5:00, 42 min, 1 hr 5 min. */
export function talkTime(seconds: number, locale: string): string {
  if (seconds < TO_THE_SECOND) return duration(seconds);
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const parts = [
    { value: hours, unit: 'hour' },
    { value: minutes, unit: 'minute' },
  ];
  return parts
    .filter(({ value }) => value > 0)
    .map(({ value, unit }) =>
      new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value),
    )
    .join(' ');
}
