/*
 * Failures to connect of one user in one mode, and their consequences.
 *
 *   voice: 2 failures ──► check required ──passed──► 2 more ──► pause, then a check again; each pause is twice as long
 *   text:  2 failures ──► pause
 *
 * When either side may have caused the failure, a user with a recent conversation gets another check, not a pause.
 * A record counts until 10 minutes after the last failure, or after the end of the pause that followed it.
 */
import { FIXED, type QueueCheck } from '@yonder/contract';
import type { Mode } from './row.ts';

/** Times in ms since the epoch. */
export interface ConnectionRecord {
  /** Counts since the last passed check or the last pause. */
  readonly failures: number;
  readonly pauses: number;
  /** Whether a check has passed since the first failure. */
  readonly checked: boolean;
  readonly pausedUntil: number | null;
  /** A check is required until then; null when none is. */
  readonly checkUntil: number | null;
  readonly forgetAt: number;
}

/** What keeps a user from a match, and until when; usually both null. */
export type Holds = Pick<ConnectionRecord, 'pausedUntil' | 'checkUntil'>;

const NEW: Omit<ConnectionRecord, 'forgetAt'> = {
  failures: 0,
  pauses: 0,
  checked: false,
  pausedUntil: null,
  checkUntil: null,
};

/** `mayPause` false limits a voice failure to another check. */
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

/** A passed check resets the failures; it does not end a pause. */
export function afterPass(before: ConnectionRecord): ConnectionRecord {
  if (before.checkUntil === null) return before;
  return { ...before, failures: 0, checked: true, checkUntil: null };
}

/** A failed check bars matches until a check passes or the record expires. */
export function afterFailedCheck(before: ConnectionRecord | null, now: number): ConnectionRecord {
  const known = before && before.forgetAt > now ? before : NEW;
  const forgetAt = Math.max(now + FIXED.failuresDecayMs, before?.forgetAt ?? 0);
  return { ...known, checkUntil: forgetAt, forgetAt };
}

/** Null when the user may be matched. */
export function queueCheckOf({ pausedUntil, checkUntil }: Holds, now: number): QueueCheck | null {
  if (pausedUntil !== null && pausedUntil > now) return { kind: 'paused', until: pausedUntil };
  if (checkUntil !== null && checkUntil > now) return { kind: 'required', until: checkUntil };
  return null;
}
