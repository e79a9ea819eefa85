/* How a call ends, and what each way of ending owes to the two. */
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
  type Session,
  type Side,
} from './session.ts';

/**
 * `by` null: the window is over. Whoever has not decided by then has disliked. One who liked and then presses End stays
 * one who liked, and is the one who ends it.
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

/** A direct call leaves nobody waiting, and the two may meet at any time. */
function endDirect(session: LiveSession, ending: Ending, now: number): Change {
  return { session: ended(session, ending, now), effects: SIDES.map(release) };
}

export function miss(session: Ringing, now: number): Change {
  return endDirect(session, { reason: 'missed', by: null }, now);
}

/** Not both acknowledged in time: the willing one back to the front, the silent one out. */
export function withdraw(session: Connecting, now: number): Change {
  const silent = SIDES.filter((side) => session[side].tab === null);
  const by = silent.length === 1 ? (silent[0] ?? null) : null;
  const effects = SIDES.map((side) => (silent.includes(side) ? release(side) : backToQueue(session, side)));
  return { session: ended(session, { reason: 'declined-match', by }, now), effects };
}

export function failToConnect(session: Connecting, now: number): Change {
  const ending: Ending = { reason: 'connection-failed', by: null };
  if (session.direct) return endDirect(session, ending, now);
  const effects = SIDES.map((side): Effect => ({ kind: 'keep-place', side }));
  return { session: ended(session, ending, now), effects };
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
  const effects = SIDES.map((side) => (side === stays ? backToQueue(session, side) : release(side)));
  return {
    session: ended(session, { reason, by }, now),
    effects: withdrawn ? effects : [{ kind: 'part' }, ...effects],
  };
}

/** One who left the page waits for nobody. */
function backToQueue(session: Connecting, side: Side): Effect {
  return session[side].awayAt === null ? { kind: 'requeue', side } : release(side);
}

function release(side: Side): Effect {
  return { kind: 'release', side };
}

function ended(session: LiveSession, { reason, by }: Ending, now: number): Session {
  const { id, createdAt, version, a, b, direct } = session;
  return {
    ...{ id, createdAt, version, a, b, direct },
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
