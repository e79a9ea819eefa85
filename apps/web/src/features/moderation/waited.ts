const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** A waiting time in its shortest form: 4 min, 3 hr, 2 days. */
export function waited(ms: number, locale: string): string {
  const [value, unit] = sized(Math.max(0, ms));
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}

/** A number of hours as people say it: 1 hour, 24 hours, 3 days. */
export function hoursText(hours: number, locale: string): string {
  const inDays = hours > 24 && hours % 24 === 0;
  const [value, unit] = inDays ? [hours / 24, 'day'] : [hours, 'hour'];
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}

function sized(ms: number): [number, string] {
  if (ms < HOUR_MS) return [Math.floor(ms / MINUTE_MS), 'minute'];
  return ms < DAY_MS ? [Math.floor(ms / HOUR_MS), 'hour'] : [Math.floor(ms / DAY_MS), 'day'];
}
