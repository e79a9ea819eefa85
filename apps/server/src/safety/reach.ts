import type { SafetyTarget } from '@yonder/contract';
import type { Ground } from './reports.ts';

/**
 * A report that cannot wait hides what it points at until a moderator has judged it. How much one reporter may have hidden
 * at once is their reach. Beyond it a report only brings its case to the front of the moderators' queue.
 */
const FRESH_MS = 7 * 86_400_000;
const FRESH_REACH = 1;
const FULL_REACH = 2;
/** A dismissed case weighs half as much after so long. */
const HALF_LIFE_MS = 30 * 86_400_000;

export interface ReporterRecord {
  accountAgeMs: number;
  /** How long ago cases with a report of theirs were dismissed. */
  dismissedMsAgo: readonly number[];
}

/** How many things this reporter may have hidden at once, unjudged. */
export function getReach({ accountAgeMs, dismissedMsAgo }: ReporterRecord): number {
  const reach = accountAgeMs < FRESH_MS ? FRESH_REACH : FULL_REACH;
  const lost = dismissedMsAgo.reduce((sum, msAgo) => sum + 0.5 ** (msAgo / HALF_LIFE_MS), 0);
  return Math.max(0, reach - Math.round(lost));
}

/** A minor, or somebody's life, may be in danger: it is hidden until a moderator has judged it. */
export function isUrgent(reason: Ground): boolean {
  return reason === 'minor' || reason === 'self-harm';
}

const HIDEABLE: ReadonlySet<SafetyTarget['type']> = new Set(['user', 'post', 'comment', 'message']);

/**
 * Whether a report asks for something to be hidden. It spends reach by what it asks for, not by what was hidden: else reach
 * would tell whether a person exists, has photos, or was reported by somebody else.
 */
export function asksToHide(reason: Ground, { type }: SafetyTarget): boolean {
  return isUrgent(reason) && HIDEABLE.has(type);
}
