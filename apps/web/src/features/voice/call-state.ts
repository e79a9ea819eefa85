import type { CallReason } from '@yonder/client';
import type { CallView, PublicConfig, QueueView } from '@yonder/contract';

export type Decision = 'like' | 'dislike';

/** The media path to the peer, as this tab has it. Times are the server's milliseconds. */
export type Link =
  /** A fresh peer connection that has not been up yet. */
  | { readonly kind: 'opening' }
  | { readonly kind: 'up' }
  /** Up here, but the peer reports trouble: this side makes the offers, so it restarts for the other. */
  | ({ readonly kind: 'helping' } & Attempt)
  | ({ readonly kind: 'down'; readonly told: 'server' | 'nobody' } & Attempt);

/** Ends at `until`; null: its offer is not delivered, so it does not count yet. */
export interface Attempt {
  readonly attempt: number;
  readonly until: number | null;
}

/** One live call bound to this tab. */
export interface Line {
  readonly call: CallView;
  readonly link: Link;
  /** Rises when the peer connection must be replaced by a fresh one. */
  readonly peer: number;
  readonly muted: boolean;
  /** When the server was last asked because an event was overdue; null: not asked. */
  readonly askedAt: number | null;
}

export type Choice =
  | { readonly kind: 'open' }
  | { readonly kind: 'sending'; readonly decision: Decision }
  | { readonly kind: 'sent'; readonly decision: Decision };

/** How a call ends on this screen before it returns to idle. */
export type EndingKind =
  /** This user disliked or did not choose: 'Not a match. Call will end.' */
  | 'disliker'
  /** The partner did: 'Unmatch, Call will End in 3s' */
  | 'unmatched'
  | 'other-left'
  | 'connection-lost';

/** The call last left from here: later events about it are ignored. */
interface Left {
  readonly left: string | null;
}
export interface Idle extends Left {
  readonly kind: 'idle';
}
export interface Queuing extends Left {
  readonly kind: 'queuing';
  /** preparing: microphone and profile. joining: place requested. waiting: in the queue. returning: a match was withdrawn. */
  readonly stage: 'preparing' | 'joining' | 'waiting' | 'returning';
  /** withdrawn-match: the search goes on after a match that did not come about. */
  readonly after: 'start' | 'withdrawn-match';
  readonly queue: QueueView | null;
  readonly topic: string;
  readonly muted: boolean;
}
export interface Calling extends Line {
  readonly kind: 'calling';
  readonly topic: string;
  readonly reminder: 'due' | 'done';
  /** When the mutual like was seen; null when the page came back into it. */
  readonly revealedAt: number | null;
}
export interface Deciding extends Line {
  readonly kind: 'deciding';
  readonly choice: Choice;
}
export interface Ending {
  readonly kind: 'ending';
  readonly call: CallView;
  readonly how: EndingKind;
  readonly from: 'calling' | 'deciding';
  readonly until: number;
}
/** The call is bound to another tab of the user. */
interface Elsewhere {
  readonly kind: 'elsewhere';
  readonly call: CallView;
}

export type CallState = Idle | Queuing | Calling | Deciding | Ending | Elsewhere;
export const IDLE: Idle = { kind: 'idle', left: null };

/** The idle state after a call was left for good: no late answer brings it back. */
export function gone({ callId }: CallView): Idle {
  return { kind: 'idle', left: callId };
}

/** Passing messages to the user; the texts are in messages.ts. */
export type Notice =
  | { readonly kind: 'call-started' }
  | { readonly kind: 'join-failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'prepare-failed' }
  | { readonly kind: 'decision-failed' }
  | { readonly kind: 'already-decided' }
  | { readonly kind: 'end-failed'; readonly reason: CallReason | null }
  /** Shown by a page that was away for too long. */
  | { readonly kind: 'call-ended' }
  /** place kept: a new search begins at the front. */
  | { readonly kind: 'connection-failed'; readonly place: 'kept' | 'lost' };

/**
 * Commands to the outside. Whether a peer connection, the microphone or the remote sound is wanted is derived from the state
 * instead.
 */
export type Effect =
  | { readonly kind: 'prepare' }
  | { readonly kind: 'join' }
  | { readonly kind: 'leave-queue' }
  | { readonly kind: 'check' }
  | { readonly kind: 'acknowledge'; readonly callId: string; readonly topic: string | null }
  | { readonly kind: 'report-media'; readonly callId: string; readonly status: 'connecting' | 'connected' }
  | { readonly kind: 'notify-disconnect'; readonly callId: string }
  | { readonly kind: 'notify-reconnect'; readonly callId: string }
  /** Offers again on the existing peer connection, with fresh credentials. */
  | { readonly kind: 'restart'; readonly callId: string }
  | { readonly kind: 'enter-window'; readonly callId: string }
  | { readonly kind: 'decide'; readonly callId: string; readonly decision: Decision }
  | { readonly kind: 'end'; readonly callId: string }
  /** Asks how a call ended that the server says is over. */
  | { readonly kind: 'ask-ending'; readonly callId: string }
  /** The call is gone from this screen for good. */
  | { readonly kind: 'leave'; readonly callId: string }
  | { readonly kind: 'remind' }
  | { readonly kind: 'other-left' }
  | { readonly kind: 'notice'; readonly notice: Notice }
  | { readonly kind: 'log-old-session'; readonly olderThanMs: number };

export type CallEvent =
  | { readonly kind: 'start-pressed'; readonly topic: string }
  | { readonly kind: 'prepared'; readonly microphone: 'ready' | 'unavailable' }
  | { readonly kind: 'prepare-failed' }
  | { readonly kind: 'queue-seen'; readonly queue: QueueView }
  | { readonly kind: 'join-failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'call-seen'; readonly call: CallView }
  /** The server has neither a queue place nor a call for this user. */
  | { readonly kind: 'nothing-seen' }
  /** Not even its ending is known any more. */
  | { readonly kind: 'call-forgotten'; readonly callId: string }
  | { readonly kind: 'clock-moved' }
  | { readonly kind: 'link-up' }
  | { readonly kind: 'link-down' }
  | { readonly kind: 'restart-delivered' }
  | { readonly kind: 'mute-pressed' }
  | { readonly kind: 'microphone-changed'; readonly microphone: 'ready' | 'unavailable' }
  /** Cancelled in another tab, which gives the place back. */
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'end-pressed' }
  /** Back was pressed, and confirmed. */
  | { readonly kind: 'leave-pressed' }
  | { readonly kind: 'end-failed'; readonly reason: CallReason | null }
  | { readonly kind: 'decision-pressed'; readonly decision: Decision }
  | { readonly kind: 'decision-refused'; readonly why: 'already-decided' | 'late' | 'failed' }
  | { readonly kind: 'continue-here-pressed' }
  | { readonly kind: 'reported' };

export interface Step {
  readonly state: CallState;
  readonly effects: readonly Effect[];
}

export type Rules = Omit<PublicConfig['limits'], 'evidenceHours'>;

/** Context of an event: the server's clock, the operator's limits, this tab and what its browser has stored. */
export interface Here {
  readonly now: number;
  readonly tab: string;
  /** The call in which the user is muted, in any tab. */
  readonly mutedCall: string | null;
  readonly rules: Rules;
}
