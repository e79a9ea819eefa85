import type { TextMatch } from '@yonder/contract';
import { otherSide, type Session, type Side } from './session.ts';

/** A match as one participant sees it. It never identifies the partner and hides a like until both like. */
export function textMatchOf(session: Session, side: Side): TextMatch {
  const other = session[otherSide(side)];
  return {
    chatRoomId: session.id,
    version: versionFor(session, side),
    state: session.state,
    lockActive: session.state === 'active',
    other: other.alias,
    otherPresence: session.state === 'active' && other.silentSince !== null ? 'reconnecting' : 'here',
    interestsInCommon: [...session.interestsInCommon],
    yourDecision: decisionOf(session, side),
    ...endingOf(session, side),
    createdAt: session.createdAt,
  };
}

/** Hides an unanswered like from the partner, even as a raised version. */
function versionFor(session: Session, side: Side): number {
  const isHiding = session.state !== 'mutual-like' && session[otherSide(side)].liked;
  return isHiding ? session.version - 1 : session.version;
}

function decisionOf(session: Session, side: Side): TextMatch['yourDecision'] {
  if (session.state === 'ended' && session.endedBy === side) return 'dislike';
  return session[side].liked ? 'like' : null;
}

function endingOf(session: Session, side: Side): Pick<TextMatch, 'endedBy' | 'endReason' | 'endedAt'> {
  if (session.state !== 'ended') return { endedBy: null, endReason: null, endedAt: null };
  const { endedBy, endedAt } = session;
  if (endedBy === null) return { endedBy: null, endReason: 'lost', endedAt };
  return endedBy === side
    ? { endedBy: 'you', endReason: 'you-ended', endedAt }
    : { endedBy: 'other', endReason: 'other-ended', endedAt };
}
