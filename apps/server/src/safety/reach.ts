import type { SafetyTarget } from '@yonder/contract';
import type { Ground } from './reports.ts';

/**
 * An urgent report hides its target until a moderator has judged it. Reach is how many targets one reporter may have
 * hidden at once. Beyond it a report only brings its case to the front of the moderators' queue.
 */
const FRESH_MS = 7 * 86_400_000;
const FRESH_REACH = 1;
const FULL_REACH = 2;
/** A dismissed case weighs half as much after this time. */
const HALF_LIFE_MS = 30 * 86_400_000;

export interface ReporterRecord {
  accountAgeMs: number;
  /** How long ago cases with a report of theirs were dismissed. */
  dismissedMsAgo: readonly number[];
}

/** Returns how many targets this reporter may have hidden at once, unjudged. */
export function getReach({ accountAgeMs, dismissedMsAgo }: ReporterRecord): number {
  const reach = accountAgeMs < FRESH_MS ? FRESH_REACH : FULL_REACH;
  const lost = dismissedMsAgo.reduce((sum, msAgo) => sum + 0.5 ** (msAgo / HALF_LIFE_MS), 0);
  return Math.max(0, reach - Math.round(lost));
}

/** Whether a minor or a life may be in danger: the target is hidden until a moderator has judged it. */
export function isUrgent(reason: Ground): boolean {
  return reason === 'minor' || reason === 'self-harm';
}

const HIDEABLE: ReadonlySet<SafetyTarget['type']> = new Set(['user', 'post', 'comment', 'message']);

/**
 * Whether a report asks to hide its target. That spends reach even where nothing was hidden. Otherwise reach would tell
 * whether a person exists, has photos, or was reported before.
 */
export function asksToHide(reason: Ground, { type }: SafetyTarget): boolean {
  return isUrgent(reason) && HIDEABLE.has(type);
}
