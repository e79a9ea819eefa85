import type { DirectCall } from '@yonder/contract';
import type { Callee } from '../../../state/calling.ts';

/** Why there is no talk, as the caller reads it. */
export type Outcome = 'declined' | 'busy' | 'missed' | 'closed';

/** The call last left from here: later events about it are ignored. */
interface Left {
  readonly left: string | null;
}
export interface Idle extends Left {
  readonly kind: 'idle';
}
/** Call was pressed: the microphone is requested, then the server. */
interface Preparing extends Left {
  readonly kind: 'preparing';
  readonly to: Callee;
}
/** It rings at the partner's. */
interface Outgoing {
  readonly kind: 'outgoing';
  readonly call: DirectCall;
}
export interface Incoming {
  readonly kind: 'incoming';
  readonly call: DirectCall;
  readonly answer: 'open' | 'accepting';
}
/** Accepted in this tab: the call machine takes it from here. */
interface Answered {
  readonly kind: 'answered';
  readonly call: DirectCall;
}
/** In another tab of the user. */
interface Elsewhere {
  readonly kind: 'elsewhere';
  readonly call: DirectCall;
}
/** Shown to the caller before the screen goes. */
export interface Over {
  readonly kind: 'over';
  readonly call: DirectCall;
  readonly outcome: Outcome;
  readonly until: number;
}

export type DirectState = Idle | Preparing | Outgoing | Incoming | Answered | Elsewhere | Over;
export const IDLE: Idle = { kind: 'idle', left: null };

/** Passing messages to the user; the texts are in words.ts. */
export type DirectNotice =
  | { readonly kind: 'microphone-denied' }
  | { readonly kind: 'accept-failed' }
  | { readonly kind: 'start-failed'; readonly text: string };

export type DirectEffect =
  | { readonly kind: 'start'; readonly to: Callee }
  | { readonly kind: 'accept'; readonly callId: string }
  | { readonly kind: 'decline'; readonly callId: string }
  | { readonly kind: 'end'; readonly callId: string }
  | { readonly kind: 'check' }
  /** Asks how a call ended that the server says is over. */
  | { readonly kind: 'ask-ending'; readonly callId: string }
  | { readonly kind: 'notice'; readonly notice: DirectNotice };

export type DirectEvent =
  | { readonly kind: 'call-pressed'; readonly to: Callee }
  /** The microphone was refused: the server was not asked. */
  | { readonly kind: 'microphone-denied' }
  | { readonly kind: 'start-failed'; readonly text: string }
  | { readonly kind: 'accept-failed' }
  | { readonly kind: 'call-seen'; readonly call: DirectCall }
  /** The server knows of no direct call of this user, not even of this one. */
  | { readonly kind: 'nothing-seen'; readonly callId: string }
  /** Not even its ending is known any more. */
  | { readonly kind: 'call-forgotten'; readonly callId: string }
  /** The call machine has it now. */
  | { readonly kind: 'taken-over'; readonly callId: string }
  | { readonly kind: 'clock-moved' }
  | { readonly kind: 'cancel-pressed' }
  | { readonly kind: 'accept-pressed' }
  | { readonly kind: 'decline-pressed' };

export interface DirectStep {
  readonly state: DirectState;
  readonly effects: readonly DirectEffect[];
}

/** Context of an event: the server's clock, this tab. */
export interface DirectHere {
  readonly now: number;
  readonly tab: string;
}
