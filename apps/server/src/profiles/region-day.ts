import { localDate, type LocalDate } from './age.ts';

const MINUTE_MS = 60_000;
/** No day of the calendar is further away, wherever the person's zone may be by now. */
const LONGEST_MS = 3 * 86_400_000;

/**
 * Whether the region may be changed: once on each of the person's own days. The last one is kept as a day, so that
 * moving one's timezone back and forth wins nothing.
 */
export function mayChangeRegion(changedOn: LocalDate | null, today: LocalDate): boolean {
  return changedOn === null || today > changedOn;
}

/** The minute from which on it may be changed again; null: now. */
export function regionChangesAt(changedOn: LocalDate | null, { now, timezone }: { now: Date; timezone: string }) {
  if (mayChangeRegion(changedOn, localDate(now, timezone))) return null;
  const isLater = (minutes: number): boolean =>
    mayChangeRegion(changedOn, localDate(new Date(start + minutes * MINUTE_MS), timezone));
  const start = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  let [early, late] = [0, LONGEST_MS / MINUTE_MS];
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (isLater(middle)) late = middle;
    else early = middle;
  }
  return start + late * MINUTE_MS;
}
