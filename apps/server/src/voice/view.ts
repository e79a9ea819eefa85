import { DEFAULT_TOPIC, END_REASONS, type CallView, type Person } from '@yonder/contract';
import { hasBegun, isLive, otherSide, type EndReason, type Seat, type Session, type Side } from './session.ts';

/** Whether the two know each other: chat partners do, strangers once both have liked. */
export function isRevealed(session: Session): boolean {
  if (session.direct) return true;
  return session.status === 'mutual-like' || (session.status === 'ended' && session.revealed !== null);
}

/** Whether the partner has closed the chat or blocked this side, which hides the partner's identity again. */
export function isShutOut(session: Session, side: Side): boolean {
  if (session.status !== 'ended' || session.endedBy !== otherSide(side)) return false;
  return session.reason === 'closed' || session.reason === 'blocked';
}

/**
 * A call as one participant sees it. Before a mutual like it does not identify the partner; before a result it hides
 * the partner's decision. Pass `partner` for a revealed call only.
 */
export function callView(session: Session, side: Side, partner: Person | null): CallView {
  const you = session[side];
  const other = session[otherSide(side)];
  const { startedAt, decisionPhaseAt, decisionEndsAt } = timesOf(session);
  const { result, yourDecision, dislikedBy } = resultOf(session, side);
  const { endedBy, endReason, endedAt } = endingOf(session, side);
  // Plain keys: spreading the parts costs more than making them, and a rush of joins gets these views.
  const view: CallView = {
    callId: session.id,
    kind: session.direct ? 'direct' : 'anonymous',
    version: versionFor(session, side),
    // A ringing call may be read, but is sent only from the answer on.
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
  // Usually left out, which spares a rush of joins the work.
  if (isLive(session) && (you.muted || other.muted)) view.muted = byAlias(session, ({ muted }) => muted);
  return view;
}

/** Without a prototype V8 keeps a dictionary; otherwise it would keep a shape for every two aliases. */
function byAlias<Value>({ a, b }: Session, read: (seat: Seat) => Value): Record<string, Value> {
  // oxlint-disable-next-line typescript/no-unsafe-assignment -- nothing is in it yet
  const values: Record<string, Value> = Object.create(null);
  values[a.alias] = read(a);
  values[b.alias] = read(b);
  return values;
}

/**
 * Hides an unanswered like from the partner, even as a raised or skipped version. A dislike would have ended the call,
 * so any trace of a decision reveals a like.
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
      // Two likes across a block: each sees the other as undecided.
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
      // One reason for every way in which the partner ended it: a reported or blocked user must not notice.
      return { endedBy: by, endReason: by === 'other' ? 'other-left' : asCall(reason), endedAt };
    }
    default:
      return { endedBy: null, endReason: null, endedAt: null };
  }
}

/** Maps the reasons of an unanswered call, which a CallView does not have. */
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
