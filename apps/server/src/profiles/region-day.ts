import { localDate, type LocalDate } from './age.ts';

const MINUTE_MS = 60_000;
/** A day of the person's own begins when they say it does: two changes lie so far apart in any case. */
const APART_MS = 20 * 3_600_000;
/** No day of the calendar is further away, wherever the person's zone may be by now. */
const LONGEST_MS = 3 * 86_400_000;

/** When somebody's region was changed last, and on which of their days; null: never. */
export interface RegionChange {
  regionChangedAt: Date | null;
  regionChangedOn: LocalDate | null;
}

interface Here {
  now: Date;
  timezone: string;
}

/**
 * Whether the region may be changed: once on each of the person's own days, and 20 hours after the last time. The last
 * one is kept as a day and as a moment, so that moving one's timezone wins nothing, forth or back.
 */
export function mayChangeRegion(last: RegionChange, here: Here): boolean {
  return restedAt(last) <= here.now.getTime() && isAnotherDay(last, here);
}

/** The moment from which on it may be changed again; null: now. */
export function regionChangesAt(last: RegionChange, here: Here): number | null {
  return mayChangeRegion(last, here) ? null : Math.max(restedAt(last), nextDayAt(last, here));
}

function restedAt({ regionChangedAt: at }: RegionChange): number {
  return at === null ? 0 : at.getTime() + APART_MS;
}

function isAnotherDay({ regionChangedOn: day }: RegionChange, { now, timezone }: Here): boolean {
  return day === null || localDate(now, timezone) > day;
}

/** To the minute, in which days begin. */
function nextDayAt(last: RegionChange, { now, timezone }: Here): number {
  const start = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const isLater = (minutes: number): boolean =>
    isAnotherDay(last, { now: new Date(start + minutes * MINUTE_MS), timezone });
  let [early, late] = [0, LONGEST_MS / MINUTE_MS];
  if (isLater(early)) return start;
  while (late - early > 1) {
    const middle = Math.floor((early + late) / 2);
    if (isLater(middle)) late = middle;
    else early = middle;
  }
  return start + late * MINUTE_MS;
}
