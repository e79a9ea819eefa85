import type { Attachment, PastCall } from '@yonder/contract';
import type { Completed, Direct, Ended, Side } from './session.ts';

export type Over = Completed | Ended;
export type DirectOutcome = Extract<Attachment, { kind: 'call' }>['outcome'];

/** How a direct call went, as whoever called has it. */
export function directOutcome({ startedAt, ...session }: Over, { acceptedAt }: Direct): DirectOutcome {
  if (startedAt !== null) return 'talked';
  if (acceptedAt !== null || session.status !== 'ended') return 'failed';
  switch (session.reason) {
    case 'declined':
    case 'busy':
    case 'cancelled':
      return session.reason;
    case 'left-page':
      return 'cancelled';
    default:
      return 'missed';
  }
}

/** Whoever was called and did not answer has missed it, however it came. */
const MISSED: readonly DirectOutcome[] = ['missed', 'busy', 'cancelled'];

export function isMissed(outcome: DirectOutcome): boolean {
  return MISSED.includes(outcome);
}

/** What the call is in somebody's list; null: it never came about, and is in nobody's. */
export function outcomeFor(session: Over, side: Side): PastCall['outcome'] | null {
  if (session.direct) {
    const outcome = directOutcome(session, session.direct);
    return side === 'b' && isMissed(outcome) ? 'missed' : outcome;
  }
  if (session.status === 'completed') return 'no-match';
  if (session.revealed) return 'match';
  if (session.startedAt !== null) return 'ended-early';
  return session.reason === 'connection-failed' ? 'failed' : null;
}

/** Of talk; null when there was none. */
export function secondsOf({ startedAt, endedAt }: Over): number | null {
  return startedAt === null ? null : Math.floor((endedAt - startedAt) / 1_000);
}
