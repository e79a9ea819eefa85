const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

interface Span {
  value: number;
  unit: 'minute' | 'hour' | 'day';
}

/** In the largest unit that fits at least once; at least one minute. */
function spanOf(ms: number): Span {
  if (ms >= 2 * DAY_MS) return { value: Math.floor(ms / DAY_MS), unit: 'day' };
  if (ms >= HOUR_MS) return { value: Math.floor(ms / HOUR_MS), unit: 'hour' };
  return { value: Math.max(1, Math.floor(ms / MINUTE_MS)), unit: 'minute' };
}

/** "2 h ago"; null: less than a minute. */
export function ago(ms: number, locale: string): string | null {
  if (ms < MINUTE_MS) return null;
  const { value, unit } = spanOf(ms);
  return new Intl.RelativeTimeFormat(locale, { style: 'short' }).format(-value, unit);
}

/** "18 h", rounded to the nearest, so that a new moment has its full time left. */
export function span(ms: number, locale: string): string {
  const minutes = Math.round(ms / MINUTE_MS) * MINUTE_MS;
  const { value, unit } = spanOf(minutes < HOUR_MS ? minutes : Math.round(ms / HOUR_MS) * HOUR_MS);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
}

/** "24 hours" */
export function longSpan(ms: number, locale: string): string {
  const { value, unit } = ms === DAY_MS ? { value: 24, unit: 'hour' } : spanOf(ms);
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value);
}
