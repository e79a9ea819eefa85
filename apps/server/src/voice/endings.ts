/* How a call ends, and the effects of each ending on both sides. */
import {
  hasBegun,
  otherSide,
  SIDES,
  type Change,
  type Connecting,
  type Deciding,
  type Decisions,
  type Effect,
  type EndReason,
  type LiveSession,
  type Ringing,
  type Seat,
  type Session,
  type Side,
} from './session.ts';

/**
 * `by` null: the window is over. A side undecided by then counts as a dislike. A side that liked and then presses End
 * keeps the like and ends the call.
 */
export function noMatch(session: Deciding, by: Side | null, now: number): Change {
  const decisions =
    by === null ? session.decisions : { ...session.decisions, [by]: session.decisions[by] ?? 'dislike' };
  const undecided = SIDES.filter((side) => decisions[side] === null);
  const [only] = undecided;
  const dislikedBy = by ?? (undecided.length === 1 && only ? only : 'both');
  const decided = undecided.length < SIDES.length;
  return {
    session: { ...session, status: 'completed', decisions, dislikedBy, endedAt: now },
    effects: [...partAndRelease(), ...(decided ? [{ kind: 'reward' } as const] : [])],
  };
}

function partAndRelease(): Effect[] {
  return [{ kind: 'part' }, ...SIDES.map((side): Effect => ({ kind: 'release', side }))];
}

/** Ends without a queue or a rematch pause: direct calls have neither. */
function endDirect(session: LiveSession, ending: Ending, now: number): Change {
  return { session: ended(session, ending, now), effects: SIDES.map(release) };
}

export function miss(session: Ringing, now: number): Change {
  return endDirect(session, { reason: 'missed', by: null }, now);
}

/** Ends a match that was not acknowledged in time: the willing side returns to the front, the silent one leaves. */
export function withdraw(session: Connecting, now: number): Change {
  const silent = SIDES.filter((side) => session[side].tab === null);
  return withoutSides(session, silent, { reason: 'declined-match', now });
}

export function failToConnect(session: Connecting, now: number): Change {
  if (session.direct) return endDirect(session, { reason: 'connection-failed', by: null }, now);
  return failWith(session, { place: (side) => ({ kind: 'keep-place', side }), by: null, now });
}

/**
 * Ends a call that cannot connect. If only the caller is at fault, the other side returns to the front. Otherwise both
 * keep their slots, and a side that has sent everything is requeued.
 */
export function giveUpConnecting(session: Connecting, now: number): Change {
  if (isCallerAtFault(session)) return withoutSides(session, ['a'], { reason: 'connection-failed', now });
  const hopeless = hopelessSides(session);
  const place = (side: Side): Effect =>
    hopeless.includes(side) ? { kind: 'keep-place', side } : backToQueue(session, side);
  const by = hopeless.length === 1 ? (hopeless[0] ?? null) : null;
  return failWith(session, { place, by, now });
}

interface Failure {
  place: (side: Side) => Effect;
  /** The side that sees a failed call; the other one's page goes on searching. It assigns no blame. */
  by: Side | null;
  now: number;
}

function failWith(session: Connecting, { place, by, now }: Failure): Change {
  const blame = isCallerAtFault(session)
    ? [{ kind: 'blame', side: 'a', isShared: false } as const]
    : SIDES.map((side) => ({ kind: 'blame', side, isShared: true }) as const);
  const effects = [...SIDES.map(place), { kind: 'part-failed' } as const, ...blame];
  return { session: ended(session, { reason: 'connection-failed', by }, now), effects };
}

function withoutSides(
  session: Connecting,
  culprits: readonly Side[],
  { reason, now }: { reason: EndReason; now: number },
): Change {
  const by = culprits.length === 1 ? (culprits[0] ?? null) : null;
  const places = SIDES.map((side) => (culprits.includes(side) ? release(side) : backToQueue(session, side)));
  return { session: ended(session, { reason, by }, now), effects: [...places, ...failed(culprits)] };
}

function failed(culprits: readonly Side[]): Effect[] {
  return [{ kind: 'part-failed' }, ...culprits.map((side): Effect => ({ kind: 'blame', side, isShared: false }))];
}

/** Returns the sides that have not sent all that connecting takes and do not report being connected. */
export function hopelessSides(session: Connecting): Side[] {
  return SIDES.filter((side) => progressOf(session[side]) < 2 && session[side].media !== 'connected');
}

/**
 * Whether `a`, which offers, is at fault: it needs nothing from `b` to send. `b` is never at fault alone: no browser
 * answers an offer it cannot read. A report of being connected exonerates neither.
 */
function isCallerAtFault({ a, b }: Connecting): boolean {
  return a.describedAt === null || progressOf(a) < progressOf(b);
}

/** Ignores a candidate without a description: it can be sent before reading anything. */
function progressOf({ describedAt, candidateAt }: Seat): number {
  if (describedAt === null) return 0;
  return candidateAt === null ? 1 : 2;
}

interface Ending {
  reason: EndReason;
  by: Side | null;
}

export function end(session: LiveSession, ending: Ending, now: number): Change {
  if (session.direct) return endDirect(session, ending, now);
  if (session.status !== 'connecting') return { session: ended(session, ending, now), effects: partAndRelease() };
  const { by } = ending;
  const withdrawn = ending.reason === 'pressed-end' || ending.reason === 'left-page';
  const reason = withdrawn ? 'declined-match' : ending.reason;
  const stays = by === null ? null : otherSide(by);
  const places = SIDES.map((side) => (side === stays ? backToQueue(session, side) : release(side)));
  return {
    session: ended(session, { reason, by }, now),
    effects: withdrawn ? [...places, ...failed(by === null ? [] : [by])] : [{ kind: 'part' }, ...places],
  };
}

/** A user that left the page is not requeued. */
function backToQueue(session: Connecting, side: Side): Effect {
  return session[side].awayAt === null ? { kind: 'requeue', side } : release(side);
}

function release(side: Side): Effect {
  return { kind: 'release', side };
}

function ended(session: LiveSession, { reason, by }: Ending, now: number): Session {
  const { id, createdAt, version, a, b, direct } = session;
  return {
    id,
    createdAt,
    version,
    a,
    b,
    direct,
    status: 'ended',
    startedAt: hasBegun(session) ? session.startedAt : null,
    decisions: decisionsIn(session),
    revealed: revealedBy(session),
    reason,
    endedBy: by,
    endedAt: now,
  };
}

function revealedBy(session: LiveSession): { chatRoomId: string | null } | null {
  if (session.direct) return { chatRoomId: session.direct.chatRoomId };
  return session.status === 'mutual-like' ? { chatRoomId: session.chatRoomId } : null;
}

function decisionsIn(session: LiveSession): Decisions {
  if (session.direct) return { a: null, b: null };
  switch (session.status) {
    case 'ringing':
    case 'connecting':
    case 'active':
      return { a: null, b: null };
    case 'deciding':
      return session.decisions;
    case 'mutual-like':
      return { a: 'like', b: 'like' };
    default:
      return session satisfies never;
  }
}
