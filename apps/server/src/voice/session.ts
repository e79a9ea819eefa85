import type { CallView, END_REASONS, LIMITS, MEDIA_STATUS } from '@yonder/contract';
import type { CallPath } from './media/candidate.ts';

export type Side = 'a' | 'b';
export const SIDES: readonly Side[] = ['a', 'b'];
export type Decision = 'like' | 'dislike';
export type MediaStatus = (typeof MEDIA_STATUS)[number];
/** How a direct call ends that nobody answers. 'busy': it never rang. */
export const UNANSWERED = ['declined', 'busy', 'missed', 'cancelled'] as const;
/** What a call ended of; 'other-left' is only how it reads to the other side. */
export type EndReason = Exclude<(typeof END_REASONS)[number], 'no-match' | 'other-left'> | (typeof UNANSWERED)[number];

/** One side of a call. Times in ms since the epoch. */
export interface Seat {
  readonly userId: string;
  readonly alias: string;
  /** Of the wait they came from; known to nobody else. */
  readonly ticket: string;
  /** The tab the call is bound to. Null: this side has not acknowledged the match. */
  readonly tab: string | null;
  readonly topic: string | null;
  readonly media: MediaStatus;
  /** Sends no voice, by choice or for want of a microphone. */
  readonly muted: boolean;
  /** Left the page; the call ends 10 s later unless the same tab is back. */
  readonly awayAt: number | null;
  /** Since when a call that has begun is without this side's audio; it ends 30 s later unless it is back. */
  readonly lostAt: number | null;
  /** When this side's first offer or answer passed, and its first candidate that the other side may use; kept by signalling. */
  readonly describedAt: number | null;
  readonly candidateAt: number | null;
}

/** Of somebody of whom nothing was heard in the call yet. */
export function newSeat({ userId, alias, ticket, tab }: Pick<Seat, 'userId' | 'alias' | 'ticket' | 'tab'>): Seat {
  return {
    userId,
    alias,
    ticket,
    tab,
    topic: null,
    media: 'connecting',
    muted: false,
    awayAt: null,
    lostAt: null,
    describedAt: null,
    candidateAt: null,
  };
}

interface Common {
  readonly id: string;
  readonly createdAt: number;
  /** Rises with every change; the highest wins. */
  readonly version: number;
  /** participants[0]: makes every offer. */
  readonly a: Seat;
  readonly b: Seat;
  /** Null: two strangers, who were matched. */
  readonly direct: Direct | null;
}

/** A call between chat partners: a calls b. */
export interface Direct {
  readonly chatRoomId: string;
  /** Unanswered by then, it is missed. */
  readonly ringsUntil: number;
  readonly acceptedAt: number | null;
  /** As both had chosen when it began to ring; what they choose meanwhile is for the next call. */
  readonly path: CallPath;
}

/** b is called and has not answered; a is bound to the tab that calls. */
export interface Ringing extends Common {
  readonly status: 'ringing';
  readonly direct: Direct;
}

export interface Connecting extends Common {
  readonly status: 'connecting';
  readonly ackDue: number;
  /** From the second acknowledgement on, or the answer. */
  readonly connectDue: number | null;
}
export interface Active extends Common {
  readonly status: 'active';
  readonly startedAt: number;
  readonly decisionPhaseAt: number;
}
export interface Deciding extends Common {
  readonly status: 'deciding';
  readonly startedAt: number;
  readonly decisionPhaseAt: number;
  readonly decisionEndsAt: number;
  readonly decisions: Decisions;
}
export interface MutualLike extends Common {
  readonly status: 'mutual-like';
  readonly startedAt: number;
  /** Null only until the room of the same transaction is made. */
  readonly chatRoomId: string | null;
}
export interface Completed extends Common {
  readonly status: 'completed';
  readonly startedAt: number;
  readonly decisionPhaseAt: number;
  readonly decisionEndsAt: number;
  readonly decisions: Decisions;
  readonly dislikedBy: Side | 'both';
  readonly endedAt: number;
}
export interface Ended extends Common {
  readonly status: 'ended';
  readonly startedAt: number | null;
  /** What the mutual like had opened, when there was one. */
  readonly revealed: { readonly chatRoomId: string | null } | null;
  /** What each had decided by then. */
  readonly decisions: Decisions;
  readonly reason: EndReason;
  readonly endedBy: Side | null;
  readonly endedAt: number;
}
export type Decisions = Readonly<Record<Side, Decision | null>>;
/** A call somebody may still be in. */
export type LiveSession = Ringing | Connecting | Active | Deciding | MutualLike;
export type Session = LiveSession | Completed | Ended;
/** A direct call as it begins: it rings, or is over before it did. */
export type NewDirect = (Ringing | Ended) & { readonly direct: Direct };

export function isLive(session: Session): session is LiveSession {
  return session.status !== 'completed' && session.status !== 'ended';
}

/** The two have heard each other: from then on the audio of a side can be lost. */
export function hasBegun(session: Session): session is Exclude<Session, Ringing | Connecting> {
  return session.status !== 'ringing' && session.status !== 'connecting';
}

/** Takes a tab that was named: a side without one is carried by no tab, a caller without one carries nothing. */
export function isCarriedBy(seat: Seat, tab: string): boolean {
  return seat.tab === tab;
}

export function otherSide(side: Side): Side {
  return side === 'a' ? 'b' : 'a';
}

export function sideOf(session: Session, userId: string): Side | null {
  return SIDES.find((side) => session[side].userId === userId) ?? null;
}

export type WakeUp = {
  deadline: 'ring' | 'ack' | 'signal' | 'connect' | 'decision' | 'verdict' | 'away' | 'lost' | 'unseen';
  due: number;
};

/** What must happen in the transaction that saves the session. */
export type Effect =
  | { kind: 'wake'; wakeUp: WakeUp }
  /** Free at once. */
  | { kind: 'release'; side: Side }
  /** Back in the queue with the same ticket and place, which is the front. */
  | { kind: 'requeue'; side: Side }
  /** Free, and in front when they join again. */
  | { kind: 'keep-place'; side: Side }
  /** The two are not matched with each other again for a while. */
  | { kind: 'part' }
  /** The same, whatever the operator has set: their call failed to connect. */
  | { kind: 'part-failed' }
  /** This side caused that the call failed to connect; shared: it or the other one did. */
  | { kind: 'blame'; side: Side; isShared: boolean }
  /** Mutual like: profiles are revealed, a room is made. */
  | { kind: 'reveal' }
  /** A timed call came to a decision: the bonus for both. */
  | { kind: 'reward' };

/** A session after something happened to it, and what that entails. */
export interface Change {
  readonly session: Session;
  readonly effects: readonly Effect[];
}

/** Nothing to do beyond saving it. */
export function unchanged(session: Session): Change {
  return { session, effects: [] };
}

export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

/** How long two are kept from meeting again, too, when their call failed to connect. */
export type PairLimits = Limits & { readonly failedPairMs: number };

export type CallEvent =
  /** Time has passed: the only event of every deadline. */
  | { kind: 'clock-moved' }
  /** startCallSession: acknowledges the match, or moves the call to this tab. Of who is called: the answer. */
  | { kind: 'acknowledged'; side: Side; tab: string; topic: string | null }
  | { kind: 'media-reported'; side: Side; status: MediaStatus }
  | { kind: 'mute-reported'; side: Side; muted: boolean }
  | { kind: 'window-entered' }
  /** blocked: one has blocked the other, so that their likes come to nothing. */
  | { kind: 'decided'; side: Side; decision: Decision; pair: 'open' | 'blocked' }
  /** seen: the status of the call where it was pressed. */
  | { kind: 'end-pressed'; side: Side; seen?: CallView['status'] | undefined }
  | { kind: 'left'; side: Side; tab: string }
  | { kind: 'returned'; side: Side; tab: string }
  | { kind: 'disconnected'; side: Side }
  | { kind: 'reconnected'; side: Side }
  /** Acts at once in every live state. at: when it was over, if that was before. */
  | {
      kind: 'closed';
      reason: 'reported' | 'blocked' | 'closed' | 'left-page' | 'connection-lost';
      by: Side | null;
      at?: number;
    };

export interface Moment {
  readonly now: number;
  readonly limits: Limits;
}
