import { LIMITS } from '@yonder/contract';
import { step, type Step } from '../machine.ts';
import { newSeat, SIDES, type CallEvent, type Connecting, type Seat, type Session, type Side } from '../session.ts';

/** Calls at known times, for tests: paired at 0, both acknowledged at 1,000, talking from 2,000. */
export const MATCHED_AT = 0;
export const ACKNOWLEDGED_AT = 1_000;
export const STARTED_AT = 2_000;
export const DECISION_AT = STARTED_AT + LIMITS.callSeconds * 1_000;
export const TABS = { a: 'tab-of-a-', b: 'tab-of-b-' } as const;

function seat(side: Side): Seat {
  return newSeat({ userId: `user ${side}`, alias: `alias ${side}`, ticket: `ticket ${side}`, tab: null });
}

export function paired(): Connecting {
  return {
    id: 'call',
    createdAt: MATCHED_AT,
    version: 1,
    a: seat('a'),
    b: seat('b'),
    direct: null,
    status: 'connecting',
    ackDue: MATCHED_AT + LIMITS.matchAckSeconds * 1e3,
    connectDue: null,
  };
}

export function at(session: Session, event: CallEvent, now: number): Step {
  return step(session, event, now, LIMITS);
}

export function acknowledged(side: Side): CallEvent {
  return { kind: 'acknowledged', side, tab: TABS[side], topic: null };
}

/** Applies `event` for both sides in turn. */
function both(session: Session, event: (side: Side) => CallEvent, now: number): Session {
  return SIDES.reduce((current, side) => at(current, event(side), now).session, session);
}

export function linking(): Session {
  return both(paired(), acknowledged, ACKNOWLEDGED_AT);
}
/** Both sides have sent all signals to connect. */
export function signalled(): Session {
  return withSignals(linking(), { a: ACKNOWLEDGED_AT, b: ACKNOWLEDGED_AT });
}
/** When each side sent its description with a candidate; null: it sent nothing. */
export function withSignals(session: Session, sentAt: Record<Side, number | null>): Session {
  const seatOf = (side: Side): Seat => ({ ...session[side], describedAt: sentAt[side], candidateAt: sentAt[side] });
  return { ...session, a: seatOf('a'), b: seatOf('b') };
}
export function active(): Session {
  return both(linking(), (side) => ({ kind: 'media-reported', side, status: 'connected' }), STARTED_AT);
}
export function deciding(): Session {
  return at(active(), { kind: 'clock-moved' }, DECISION_AT).session;
}
export function likedByA(): Session {
  return at(deciding(), { kind: 'decided', side: 'a', decision: 'like', pair: 'open' }, DECISION_AT).session;
}
export function mutualLike(): Session {
  return at(likedByA(), { kind: 'decided', side: 'b', decision: 'like', pair: 'open' }, DECISION_AT).session;
}
export function noMatch(): Session {
  return at(deciding(), { kind: 'decided', side: 'a', decision: 'dislike', pair: 'open' }, DECISION_AT).session;
}
export function over(): Session {
  return at(mutualLike(), { kind: 'end-pressed', side: 'a' }, DECISION_AT).session;
}
