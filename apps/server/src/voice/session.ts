import type { CallView, END_REASONS, LIMITS, MEDIA_STATUS } from '@yonder/contract';
import type { CallPath } from './media/candidate.ts';

export type Side = 'a' | 'b';
export const SIDES: readonly Side[] = ['a', 'b'];
export type Decision = 'like' | 'dislike';
export type MediaStatus = (typeof MEDIA_STATUS)[number];
/** End reasons of an unanswered direct call. 'busy': it never rang. */
export const UNANSWERED = ['declined', 'busy', 'missed', 'cancelled'] as const;
/** Why a call ended; 'other-left' exists only in the partner's view. */
export type EndReason = Exclude<(typeof END_REASONS)[number], 'no-match' | 'other-left'> | (typeof UNANSWERED)[number];

/** A participant of a call. Times in ms since the epoch. */
export interface Seat {
  readonly userId: string;
  readonly alias: string;
  /** Ticket of the wait before; sent to no client. */
  readonly ticket: string;
  /** The tab the call is bound to. Null until this side acknowledges the match. */
  readonly tab: string | null;
  readonly topic: string | null;
  readonly media: MediaStatus;
  /** Sends no audio, by choice or without a microphone. */
  readonly muted: boolean;
  /** When this side left the page; the call ends 10 s later unless the same tab returns. */
  readonly awayAt: number | null;
  /** Since when a call that has begun lacks this side's audio; it ends 30 s later unless the audio returns. */
  readonly lostAt: number | null;
  /**
   * When this side's first offer or answer passed, and its first candidate usable by the partner; written by
   * signalling.
   */
  readonly describedAt: number | null;
  readonly candidateAt: number | null;
}

/** Creates a participant that has not acted in the call yet. */
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
  /** participants[0]; makes every offer. */
  readonly a: Seat;
  readonly b: Seat;
  /** Null for two matched strangers. */
  readonly direct: Direct | null;
}

/** A call between chat partners; `a` calls `b`. */
export interface Direct {
  readonly chatRoomId: string;
  /** The call is missed when unanswered by then. */
  readonly ringsUntil: number;
  readonly acceptedAt: number | null;
  /** As both had chosen when ringing began; later choices apply to the next call. */
  readonly path: CallPath;
}

/** `b` has not answered; `a` is bound to the calling tab. */
export interface Ringing extends Common {
  readonly status: 'ringing';
  readonly direct: Direct;
}

export interface Connecting extends Common {
  readonly status: 'connecting';
  readonly ackDue: number;
  /** Set by the second acknowledgement, or by the answer. */
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
  /** Null only until the same transaction creates the room. */
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
  /** The room of an earlier mutual like, if there was one. */
  readonly revealed: { readonly chatRoomId: string | null } | null;
  /** The decisions made by then. */
  readonly decisions: Decisions;
  readonly reason: EndReason;
  readonly endedBy: Side | null;
  readonly endedAt: number;
}
export type Decisions = Readonly<Record<Side, Decision | null>>;
/** A call that is not over. */
export type LiveSession = Ringing | Connecting | Active | Deciding | MutualLike;
export type Session = LiveSession | Completed | Ended;
/** A new direct call: ringing, or over before it rang. */
export type NewDirect = (Ringing | Ended) & { readonly direct: Direct };

export function isLive(session: Session): session is LiveSession {
  return session.status !== 'completed' && session.status !== 'ended';
}

/** Whether both have been connected; only then can the audio of a side be lost. */
export function hasBegun(session: Session): session is Exclude<Session, Ringing | Connecting> {
  return session.status !== 'ringing' && session.status !== 'connecting';
}

/** Whether this tab carries the call. Needs a named tab: two missing tabs must not match. */
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
  /** Frees the side at once. */
  | { kind: 'release'; side: Side }
  /** Puts the side back in the queue with the same ticket and slot, usually the front. */
  | { kind: 'requeue'; side: Side }
  /** Frees the side and keeps its slot for the next join. */
  | { kind: 'keep-place'; side: Side }
  /** Keeps the two from being matched again for a while. */
  | { kind: 'part' }
  /** Keeps them apart after a failed connection, regardless of the operator's setting. */
  | { kind: 'part-failed' }
  /** Records a failure to connect that this side caused; shared: either side did. */
  | { kind: 'blame'; side: Side; isShared: boolean }
  /** Mutual like: profiles are revealed, a room is made. */
  | { kind: 'reveal' }
  /** A timed call came to a decision: both get the bonus. */
  | { kind: 'reward' };

/** A session after an event, and the effects of that. */
export interface Change {
  readonly session: Session;
  readonly effects: readonly Effect[];
}

/** Returns a change without effects. */
export function unchanged(session: Session): Change {
  return { session, effects: [] };
}

export type Limits = { readonly [Name in keyof typeof LIMITS]: number };

/** How long two are kept from meeting again, too, when their call failed to connect. */
export type PairLimits = Limits & { readonly failedPairMs: number };

export type CallEvent =
  /** Time has passed: the only event of every deadline. */
  | { kind: 'clock-moved' }
  /** startCallSession: acknowledges the match or moves the call to this tab; from the receiver, it is the answer. */
  | { kind: 'acknowledged'; side: Side; tab: string; topic: string | null }
  | { kind: 'media-reported'; side: Side; status: MediaStatus }
  | { kind: 'mute-reported'; side: Side; muted: boolean }
  | { kind: 'window-entered' }
  /** blocked: one has blocked the other, so likes have no effect. */
  | { kind: 'decided'; side: Side; decision: Decision; pair: 'open' | 'blocked' }
  /** seen: the status that the client showed. */
  | { kind: 'end-pressed'; side: Side; seen?: CallView['status'] | undefined }
  | { kind: 'left'; side: Side; tab: string }
  | { kind: 'returned'; side: Side; tab: string }
  | { kind: 'disconnected'; side: Side }
  | { kind: 'reconnected'; side: Side }
  /** Ends the call at once in every live state. at: when it was over, if earlier. */
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
