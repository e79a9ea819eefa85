import { ANONYMOUS, type DirectCall, type Person } from '@yonder/contract';
import { secondsOf } from '../outcome.ts';
import { isLive, otherSide, type Direct, type Session, type Side } from '../session.ts';
import { presenceOf } from '../view.ts';

interface Shown {
  session: Session;
  direct: Direct;
  side: Side;
  /** Users that side may see; the others get no name and no photo. */
  people: ReadonlyMap<string, Person>;
}

/** A direct call as one participant sees it. */
export function directCallView({ session, direct, side, people }: Shown): DirectCall {
  const { a, b, createdAt } = session;
  const { chatRoomId, ringsUntil, acceptedAt } = direct;
  const you = session[side];
  const other = session[otherSide(side)];
  const caller = shownAs(a.userId, people);
  const endedAt = 'endedAt' in session ? session.endedAt : null;
  const startedAt = 'startedAt' in session ? session.startedAt : null;
  const endReason = reasonFor(session, side);
  return {
    id: session.id,
    version: session.version,
    chatRoomId,
    callerId: a.userId,
    receiverId: b.userId,
    callerName: caller.name,
    callerAvatar: caller.thumb,
    other: shownAs(other.userId, people),
    status: statusOf(session),
    tab: you.tab,
    participants: [a.alias, b.alias],
    you: you.alias,
    otherLine: isLive(session) ? presenceOf(other) : 'here',
    createdAt,
    ringsUntil,
    acceptedAt,
    startedAt,
    rejectedAt: endReason === 'declined' ? endedAt : null,
    endedAt,
    endReason,
    durationSec: isLive(session) ? null : (secondsOf(session) ?? 0),
  };
}

function shownAs(userId: string, people: ReadonlyMap<string, Person>): Person {
  return people.get(userId) ?? { userId, name: ANONYMOUS, photo: null, thumb: null };
}

function statusOf(session: Session): DirectCall['status'] {
  switch (session.status) {
    case 'ringing':
      return 'calling';
    case 'connecting':
    case 'active':
    case 'deciding':
    case 'mutual-like':
      return 'accepted';
    case 'completed':
      return 'ended';
    case 'ended':
      return session.reason === 'declined' ? 'rejected' : 'ended';
    default:
      return session satisfies never;
  }
}

/** Hides a block and a report from the partner: a block reads like a closed chat, a report like a hang-up. */
function reasonFor(session: Session, side: Side): DirectCall['endReason'] {
  if (session.status !== 'ended') return null;
  const { reason, endedBy } = session;
  switch (reason) {
    case 'pressed-end':
    case 'reported':
    case 'declined-match':
      return 'hung-up';
    case 'blocked':
      return endedBy === side ? 'blocked' : 'closed';
    default:
      return reason;
  }
}
