/*
 * Failures to connect of one person in one mode, and what they entail.
 *
 *   voice: 2 failures ──► check required ──passed──► 2 more ──► pause, then a check again; each pause is twice as long
 *   text:  2 failures ──► pause
 *
 * A failure that either of the two caused entails no pause for a person who has talked lately: a check again instead.
 * A record counts until 10 minutes after the last failure, or after the end of the pause that followed it.
 */
import { FIXED, type QueueCheck } from '@yonder/contract';
import type { Mode } from './row.ts';

/** Times in ms since the epoch. */
export interface ConnectionRecord {
  /** Since the last check that passed, or the last pause. */
  readonly failures: number;
  readonly pauses: number;
  /** Whether a check has passed since the first failure. */
  readonly checked: boolean;
  readonly pausedUntil: number | null;
  /** Until then a check is required; null: none is. */
  readonly checkUntil: number | null;
  readonly forgetAt: number;
}

/** What keeps somebody from a match, and until when; both null as a rule. */
export type Holds = Pick<ConnectionRecord, 'pausedUntil' | 'checkUntil'>;

const NEW: Omit<ConnectionRecord, 'forgetAt'> = {
  failures: 0,
  pauses: 0,
  checked: false,
  pausedUntil: null,
  checkUntil: null,
};

/** mayPause: where it is false no failure entails more than another check. */
export function afterFailure(
  before: ConnectionRecord | null,
  { mode, mayPause = true }: { mode: Mode; mayPause?: boolean },
  now: number,
): ConnectionRecord {
  const known = before && before.forgetAt > now ? before : NEW;
  const failures = known.failures + 1;
  const forgetAt = now + FIXED.failuresDecayMs;
  if (failures < FIXED.failuresAtMost) return { ...known, failures, forgetAt };
  if (mode === 'voice' && !(known.checked && mayPause)) return { ...known, failures, checkUntil: forgetAt, forgetAt };
  const pausedUntil = now + Math.min(FIXED.firstPauseMs * 2 ** known.pauses, FIXED.longestPauseMs);
  const end = pausedUntil + FIXED.failuresDecayMs;
  const paused = { ...known, failures: 0, pauses: known.pauses + 1, pausedUntil, forgetAt: end };
  return mode === 'voice' ? { ...paused, checkUntil: end } : paused;
}

/** A passed check counts from then on; it does not end a pause. */
export function afterPass(before: ConnectionRecord): ConnectionRecord {
  if (before.checkUntil === null) return before;
  return { ...before, failures: 0, checked: true, checkUntil: null };
}

/** A check that failed: no match before one that passes. */
export function afterFailedCheck(before: ConnectionRecord | null, now: number): ConnectionRecord {
  const known = before && before.forgetAt > now ? before : NEW;
  const forgetAt = Math.max(now + FIXED.failuresDecayMs, before?.forgetAt ?? 0);
  return { ...known, checkUntil: forgetAt, forgetAt };
}

/** Null: they may be matched. */
export function queueCheckOf({ pausedUntil, checkUntil }: Holds, now: number): QueueCheck | null {
  if (pausedUntil !== null && pausedUntil > now) return { kind: 'paused', until: pausedUntil };
  if (checkUntil !== null && checkUntil > now) return { kind: 'required', until: checkUntil };
  return null;
}
