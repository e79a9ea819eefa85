import { DEFAULT_TOPIC, END_REASONS, type CallView, type Person } from '@yonder/contract';
import { hasBegun, isLive, otherSide, type EndReason, type Seat, type Session, type Side } from './session.ts';

/** Whether the two know who the other is: chat partners do, strangers once both have liked. */
export function isRevealed(session: Session): boolean {
  if (session.direct) return true;
  return session.status === 'mutual-like' || (session.status === 'ended' && session.revealed !== null);
}

/** The other one has closed the chat of the two, or blocked them: who it was is gone with it. */
export function isShutOut(session: Session, side: Side): boolean {
  if (session.status !== 'ended' || session.endedBy !== otherSide(side)) return false;
  return session.reason === 'closed' || session.reason === 'blocked';
}

/**
 * A call as one of the two sees it: of an anonymous one nothing here tells who the other is before a mutual like, nor what the other has
 * decided before there is a result. `partner` is given by the caller for a revealed call only.
 */
export function callView(session: Session, side: Side, partner: Person | null): CallView {
  const you = session[side];
  const other = session[otherSide(side)];
  const { startedAt, decisionPhaseAt, decisionEndsAt } = timesOf(session);
  const { result, yourDecision, dislikedBy } = resultOf(session, side);
  const { endedBy, endReason, endedAt } = endingOf(session, side);
  // Each key by its name: to spread the parts takes longer than to make them, and a crowd is answered with these.
  const view: CallView = {
    callId: session.id,
    kind: session.direct ? 'direct' : 'anonymous',
    version: versionFor(session, side),
    // It is asked for while it rings, but told from the answer on.
    status: session.status === 'ringing' ? 'connecting' : session.status,
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
  // Left out as a rule, which spares a crowd its making.
  if (isLive(session) && (you.muted || other.muted)) view.muted = byAlias(session, ({ muted }) => muted);
  return view;
}

/** Without a prototype, hence a plain dictionary: of any other object V8 would keep a shape for each two aliases. */
function byAlias<Value>({ a, b }: Session, read: (seat: Seat) => Value): Record<string, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- nothing is in it yet
  const values: Record<string, Value> = Object.create(null);
  values[a.alias] = read(a);
  values[b.alias] = read(b);
  return values;
}

/**
 * A like that is not answered shows nowhere on the other side, not even as a version that has risen or, later, as one
 * left out: a dislike would have ended the call, so any trace of a decision is the decision.
 */
function versionFor(session: Session, side: Side): number {
  const isHiding = !isRevealed(session) && 'decisions' in session && session.decisions[otherSide(side)] === 'like';
  return isHiding ? session.version - 1 : session.version;
}

export function presenceOf({ awayAt, lostAt }: Seat): CallView['otherPresence'] {
  if (awayAt !== null) return 'away';
  return lostAt !== null ? 'reconnecting' : 'here';
}

function timesOf(session: Session): Pick<CallView, 'startedAt' | 'decisionPhaseAt' | 'decisionEndsAt'> {
  return {
    startedAt: hasBegun(session) ? session.startedAt : null,
    decisionPhaseAt: 'decisionPhaseAt' in session ? session.decisionPhaseAt : null,
    decisionEndsAt: 'decisionEndsAt' in session ? session.decisionEndsAt : null,
  };
}

function resultOf(session: Session, side: Side): Pick<CallView, 'result' | 'yourDecision' | 'dislikedBy'> {
  if (session.direct) return { result: null, yourDecision: null, dislikedBy: null };
  switch (session.status) {
    case 'ringing':
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
      return { endedBy: by, endReason: by === 'other' ? 'other-left' : asCall(reason), endedAt };
    }
    default:
      return { endedBy: null, endReason: null, endedAt: null };
  }
}

/** A call that nobody answered, to somebody who takes it for one that began. */
function asCall(reason: EndReason): NonNullable<CallView['endReason']> {
  return END_REASONS.find((known) => known === reason) ?? 'declined-match';
}

function roomOf(session: Session): string | null {
  if (session.direct) return session.direct.chatRoomId;
  if (session.status === 'mutual-like') return session.chatRoomId;
  return session.status === 'ended' ? (session.revealed?.chatRoomId ?? null) : null;
}

function asSeenBy(side: Side, whose: Side): 'you' | 'other' {
  return side === whose ? 'you' : 'other';
}
