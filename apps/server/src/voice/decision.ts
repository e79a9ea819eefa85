/* The decision phase: how it opens, what each side may do in it, and what End means in every state. */

import { FIXED, type Reason } from '@yonder/contract';
import { end, noMatch } from './endings.ts';
import {
  otherSide,
  unchanged,
  type Active,
  type CallEvent,
  type Change,
  type Deciding,
  type Effect,
  type Moment,
  type Session,
  type Side,
} from './session.ts';

export function openWindow(session: Active, { now, limits }: Moment): Change {
  const deciding: Deciding = {
    ...session,
    status: 'deciding',
    decisionPhaseAt: Math.min(now, session.decisionPhaseAt),
    decisionEndsAt: now + limits.decisionSeconds * 1_000,
    decisions: { a: null, b: null },
  };
  return unchanged(deciding);
}

export function enterWindow(session: Session): Change | Reason {
  switch (session.status) {
    case 'ringing':
    case 'connecting':
    case 'active':
      return 'not-yet-decision';
    case 'deciding':
      return unchanged(session);
    case 'mutual-like':
      return 'already-decided';
    case 'completed':
    case 'ended':
      return 'call-over';
    default:
      return session satisfies never;
  }
}

export function decide(
  session: Session,
  { side, decision, pair }: CallEvent & { kind: 'decided' },
  now: number,
): Change | Reason {
  switch (session.status) {
    case 'ringing':
    case 'connecting':
    case 'active':
      return 'not-yet-decision';
    case 'deciding':
      if (session.decisions[side] !== null) return unchanged(session);
      if (decision === 'dislike') return noMatch(session, side, now);
      return session.decisions[otherSide(side)] === 'like' && pair === 'open'
        ? mutualLike(session, now)
        : like(session, side);
    case 'mutual-like':
      return unchanged(session);
    case 'completed':
      return session.decisions[side] === null && now >= session.decisionEndsAt ? 'decision-late' : unchanged(session);
    case 'ended':
      return 'call-over';
    default:
      return session satisfies never;
  }
}

function like(session: Deciding, side: Side): Change {
  return unchanged({ ...session, decisions: { ...session.decisions, [side]: 'like' } });
}

function mutualLike(
  { decisionPhaseAt: _at, decisionEndsAt: _ends, decisions: _, ...rest }: Deciding,
  now: number,
): Change {
  return {
    session: { ...rest, status: 'mutual-like', chatRoomId: null },
    effects: [{ kind: 'reveal' }, { kind: 'reward' }, watch(now)],
  };
}

/** Returns the check that ends an unlimited call after both have vanished; nothing else would. */
export function watch(now: number): Effect {
  return { kind: 'wake', wakeUp: { deadline: 'unseen', due: now + FIXED.unseenMs } };
}

export function pressEnd(
  session: Session,
  { side, seen }: CallEvent & { kind: 'end-pressed' },
  moment: Moment,
): Change | Reason {
  // The partner, the clock or a first press came earlier: what this press asks for has begun.
  if (seen === 'active' && session.status !== 'active') return unchanged(session);
  const { now, limits } = moment;
  switch (session.status) {
    case 'ringing':
      return end(session, { reason: side === 'a' ? 'cancelled' : 'declined', by: side }, now);
    case 'active': {
      const talkedMs = now - session.startedAt;
      if (talkedMs < limits.canDislikeSeconds * 1_000) return 'too-early-to-end';
      if (talkedMs < limits.earlyHangupSeconds * 1_000) return openWindow(session, moment);
      return end(session, { reason: 'pressed-end', by: side }, now);
    }
    case 'deciding':
      return noMatch(session, side, now);
    case 'connecting':
    case 'mutual-like':
      return end(session, { reason: 'pressed-end', by: side }, now);
    case 'completed':
    case 'ended':
      return unchanged(session);
    default:
      return session satisfies never;
  }
}
