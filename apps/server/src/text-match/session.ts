import type { TEXT_STATES } from '@yonder/contract';

export type Side = 'a' | 'b';
export const SIDES: readonly Side[] = ['a', 'b'];

/** One side of a text match. Times in ms since the epoch. */
export interface Seat {
  readonly userId: string;
  readonly alias: string;
  /** Shown to the other side only once both do. */
  readonly liked: boolean;
  /** When they were last heard of, once that is too long ago or they said that they go. Null: they are here. */
  readonly silentSince: number | null;
}

interface Common {
  /** Its room's. */
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
/** The two know each other; the room is one like any other. */
export interface MutualLike extends Common {
  readonly state: 'mutual-like';
}
export interface Ended extends Common {
  readonly state: 'ended';
  /** Null: one of the two was lost. */
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
  /** pair: one has blocked the other, so that their likes come to nothing. */
  | { kind: 'decided'; side: Side; decision: 'like' | 'dislike'; pair: 'open' | 'blocked' }
  /** A page that goes away; its person may come back. */
  | { kind: 'left'; side: Side }
  | { kind: 'returned'; side: Side }
  /** When each was last seen; nobody is seen before what is heard can be written down. */
  | { kind: 'looked'; seenAt: Readonly<Record<Side, number>>; hearsSince: number }
  /** For good, whatever they had decided. */
  | { kind: 'closed'; by: Side; cause: CloseCause };

/** Why one side closes the match other than by a decision. */
export type CloseCause = 'chat-closed' | 'blocked-or-reported' | 'signed-out';

/** What must happen in the transaction that saves the session. */
export type Effect =
  /** Names and faces are shown in its room. */
  | { kind: 'reveal' }
  /** Its room is closed, with a line that says so. */
  | { kind: 'close'; by: Side | null }
  /** The two are not matched with each other again for a while. */
  | { kind: 'part' }
  /** This side has ended it at once. */
  | { kind: 'blame'; side: Side }
  | { kind: 'release'; side: Side };

/** A session after something happened to it, and what that entails. */
export interface Change {
  readonly session: Session;
  readonly effects: readonly Effect[];
}
