import type { TEXT_STATES } from '@yonder/contract';

export type Side = 'a' | 'b';
export const SIDES: readonly Side[] = ['a', 'b'];

/** A participant of a text match. Times in ms since the epoch. */
export interface Seat {
  readonly userId: string;
  readonly alias: string;
  /** Hidden from the other side until both like. */
  readonly liked: boolean;
  /** The last sign of life, once it is too old or the user said goodbye. Null while present. */
  readonly silentSince: number | null;
}

interface Common {
  /** The room's id. */
  readonly id: string;
  readonly createdAt: number;
  /** Rises with every change; the highest wins. */
  readonly version: number;
  readonly a: Seat;
  readonly b: Seat;
  readonly interestsInCommon: readonly string[];
}

export interface Active extends Common {
  readonly state: 'active';
}
/** The two know each other; the room is now an ordinary one. */
export interface MutualLike extends Common {
  readonly state: 'mutual-like';
}
export interface Ended extends Common {
  readonly state: 'ended';
  /** Null when one side was lost. */
  readonly endedBy: Side | null;
  readonly endedAt: number;
}
export type Session = Active | MutualLike | Ended;
export type State = (typeof TEXT_STATES)[number];

export function otherSide(side: Side): Side {
  return side === 'a' ? 'b' : 'a';
}

export function sideOf(session: Session, userId: string): Side | null {
  return SIDES.find((side) => session[side].userId === userId) ?? null;
}

export type MatchEvent =
  /** `pair`: 'blocked' when one has blocked the other, so likes have no effect. */
  | { kind: 'decided'; side: Side; decision: 'like' | 'dislike'; pair: 'open' | 'blocked' }
  /** A page closes; the user may return. */
  | { kind: 'left'; side: Side }
  | { kind: 'returned'; side: Side }
  /** When each was last seen; a silence cannot begin before `hearsSince`. */
  | { kind: 'looked'; seenAt: Readonly<Record<Side, number>>; hearsSince: number }
  /** Ends the match for good, regardless of decisions. */
  | { kind: 'closed'; by: Side; cause: CloseCause };

/** Why one side closes the match other than by a decision. */
export type CloseCause = 'chat-closed' | 'blocked-or-reported' | 'signed-out';

/** What must happen in the transaction that saves the session. */
export type Effect =
  /** Shows names and photos in the room. */
  | { kind: 'reveal' }
  /** Closes the room with a system message. */
  | { kind: 'close'; by: Side | null }
  /** Keeps the two from being matched again for a while. */
  | { kind: 'part' }
  /** Records that this side ended the match at once. */
  | { kind: 'blame'; side: Side }
  | { kind: 'release'; side: Side };

/** A session after an event, and the effects of that. */
export interface Change {
  readonly session: Session;
  readonly effects: readonly Effect[];
}
