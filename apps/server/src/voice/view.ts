import { DEFAULT_TOPIC, type CallView, type Person } from '@yonder/contract';
import { isLive, otherSide, type Seat, type Session, type Side } from './session.ts';

/** Who the other is, once both have liked. */
export function isRevealed(session: Session): boolean {
  return session.status === 'mutual-like' || (session.status === 'ended' && session.revealed !== null);
}

/**
 * A call as one of the two sees it: nothing here tells who the other is before a mutual like, nor what the other has
 * decided before there is a result. `partner` is given by the caller for a revealed call only.
 */
export function callView(session: Session, side: Side, partner: Person | null): CallView {
  const you = session[side];
  const other = session[otherSide(side)];
  const { startedAt, decisionPhaseAt, decisionEndsAt } = timesOf(session);
  const { result, yourDecision, dislikedBy } = resultOf(session, side);
  const { endedBy, endReason, endedAt } = endingOf(session, side);
  // Each key by its name: to spread the parts takes longer than to make them, and a crowd is answered with these.
  return {
    callId: session.id,
    version: versionFor(session, side),
    status: session.status,
    participants: [session.a.alias, session.b.alias],
    you: you.alias,
    other: other.alias,
    tab: you.tab,
    topics: byAlias(session, ({ topic }) => topic ?? DEFAULT_TOPIC),
    mediaStatus: byAlias(session, ({ media }) => media),
    otherPresence: isLive(session) ? presenceOf(other) : 'here',
    createdAt: session.createdAt,
    startedAt,
    decisionPhaseAt,
    decisionEndsAt,
    result,
    yourDecision,
    dislikedBy,
    endedBy,
    endReason,
    endedAt,
    partner: isRevealed(session) ? partner : null,
    chatRoomId: roomOf(session),
  };
}

function byAlias<Value>({ a, b }: Session, read: (seat: Seat) => Value): Record<string, Value> {
  return { [a.alias]: read(a), [b.alias]: read(b) };
}

/**
 * A like that is not answered shows nowhere on the other side, not even as a version that has risen or, later, as one
 * left out: a dislike would have ended the call, so any trace of a decision is the decision.
 */
function versionFor(session: Session, side: Side): number {
  const isHiding = !isRevealed(session) && 'decisions' in session && session.decisions[otherSide(side)] === 'like';
  return isHiding ? session.version - 1 : session.version;
}

function presenceOf({ awayAt, lostAt }: Seat): CallView['otherPresence'] {
  if (awayAt !== null) return 'away';
  return lostAt !== null ? 'reconnecting' : 'here';
}

function timesOf(session: Session): Pick<CallView, 'startedAt' | 'decisionPhaseAt' | 'decisionEndsAt'> {
  return {
    startedAt: session.status === 'connecting' ? null : session.startedAt,
    decisionPhaseAt: 'decisionPhaseAt' in session ? session.decisionPhaseAt : null,
    decisionEndsAt: 'decisionEndsAt' in session ? session.decisionEndsAt : null,
  };
}

function resultOf(session: Session, side: Side): Pick<CallView, 'result' | 'yourDecision' | 'dislikedBy'> {
  switch (session.status) {
    case 'connecting':
    case 'active':
      return { result: null, yourDecision: null, dislikedBy: null };
    case 'deciding':
      return { result: null, yourDecision: session.decisions[side], dislikedBy: null };
    case 'completed': {
      const { dislikedBy, decisions } = session;
      // Two likes across a block: each reads that the other had not decided.
      const both = decisions[side] === 'like' ? 'other' : 'both';
      const disliker = dislikedBy === 'both' ? both : asSeenBy(side, dislikedBy);
      return { result: 'no-match', yourDecision: decisions[side], dislikedBy: disliker };
    }
    case 'mutual-like':
    case 'ended':
      return isRevealed(session)
        ? { result: 'mutual-like', yourDecision: 'like', dislikedBy: null }
        : { result: null, yourDecision: null, dislikedBy: null };
    default:
      return session satisfies never;
  }
}

function endingOf(session: Session, side: Side): Pick<CallView, 'endedBy' | 'endReason' | 'endedAt'> {
  switch (session.status) {
    case 'completed':
      return { endedBy: null, endReason: 'no-match', endedAt: session.endedAt };
    case 'ended': {
      const { endedBy, reason, endedAt } = session;
      const by = endedBy === null ? null : asSeenBy(side, endedBy);
      // One reason for every way in which the other side ended it: nobody learns that they were reported or blocked.
      return { endedBy: by, endReason: by === 'other' ? 'other-left' : reason, endedAt };
    }
    default:
      return { endedBy: null, endReason: null, endedAt: null };
  }
}

function roomOf(session: Session): string | null {
  if (session.status === 'mutual-like') return session.chatRoomId;
  return session.status === 'ended' ? (session.revealed?.chatRoomId ?? null) : null;
}

function asSeenBy(side: Side, whose: Side): 'you' | 'other' {
  return side === whose ? 'you' : 'other';
}
