import { localDate, type LocalDate } from './age.ts';

const MINUTE_MS = 60_000;
/** Users set their own timezone, and so when a day begins: two changes are at least this far apart. */
const APART_MS = 20 * 3_600_000;
/** The next calendar day is never further away, in any zone the user has moved to. */
const LONGEST_MS = 3 * 86_400_000;

/** When a user's region last changed, and on which local day; null: never. */
export interface RegionChange {
  regionChangedAt: Date | null;
  regionChangedOn: LocalDate | null;
}

interface Here {
  now: Date;
  timezone: string;
}

/**
 * Whether the region may be changed: once on each local day, and 20 hours after the last change. The last change is
 * stored as a day and as a moment, so that moving the timezone gains nothing.
 */
export function mayChangeRegion(last: RegionChange, here: Here): boolean {
  return restedAt(last) <= here.now.getTime() && isAnotherDay(last, here);
}

/** Returns when the region may be changed again; null: now. */
export function regionChangesAt(last: RegionChange, here: Here): number | null {
  return mayChangeRegion(last, here) ? null : Math.max(restedAt(last), nextDayAt(last, here));
}

function restedAt({ regionChangedAt: at }: RegionChange): number {
  return at === null ? 0 : at.getTime() + APART_MS;
}

function isAnotherDay({ regionChangedOn: day }: RegionChange, { now, timezone }: Here): boolean {
  return day === null || localDate(now, timezone) > day;
}

/** Returns when the next local day begins, to the minute. */
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
