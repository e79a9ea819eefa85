import type { Attachment, PastCall } from '@yonder/contract';
import { SIDES, type Completed, type Direct, type Ended, type Side } from './session.ts';

export type Over = Completed | Ended;
export type DirectOutcome = Extract<Attachment, { kind: 'call' }>['outcome'];

/** The outcome of a direct call from the caller's side. */
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

/** Outcomes that the receiver sees as missed. */
const MISSED: readonly DirectOutcome[] = ['missed', 'busy', 'cancelled'];

export function isMissed(outcome: DirectOutcome): boolean {
  return MISSED.includes(outcome);
}

/** The outcome in a user's call list; null when the call never started and is in no list. */
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

/** Seconds of talk; null when there was none. */
export function secondsOf(session: Over): number | null {
  const { startedAt } = session;
  return startedAt === null ? null : Math.max(0, Math.floor((talkEnd(session) - startedAt) / 1_000));
}

/** Excludes the decision phase and the silence before an automatic end: an outage may have prolonged either. */
function talkEnd(session: Over): number {
  if (session.status === 'completed') return session.decisionPhaseAt;
  if (session.reason !== 'connection-lost' && session.reason !== 'left-page') return session.endedAt;
  const silences = SIDES.flatMap((side) => [session[side].lostAt, session[side].awayAt]);
  return Math.min(session.endedAt, ...silences.filter((since) => since !== null));
}
