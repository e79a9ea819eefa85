/* Messages between the server and the relay's thread. */
import type { RelayKey } from './credentials.ts';
import type { OpenCall, Tally } from './open-calls.ts';

export interface Start {
  readonly kind: 'start';
  /** An address; '0.0.0.0' and '::' mean all, of both families. */
  readonly listenOn: string;
  /** 0: any free one. */
  readonly port: number;
  /** See counters.ts. */
  readonly counters: SharedArrayBuffer;
}

export type Order =
  /** The keys valid from now on; `now`: the platform's time in milliseconds since the epoch. */
  | { readonly kind: 'keys'; readonly keys: readonly RelayKey[]; readonly now: number }
  | { readonly kind: 'open'; readonly call: OpenCall }
  | { readonly kind: 'close'; readonly callId: string }
  /** Answered with a pong once all that was sent before is done. checkId: the connection check to report on. */
  | { readonly kind: 'ping'; readonly ping: number; readonly checkId?: string }
  | { readonly kind: 'stop' };

/** The first message is `Start`. */
export type ToThread = Start | Order;

export type FromThread = News | Pong;

export interface Pong {
  readonly kind: 'pong';
  readonly ping: number;
  /** Null: no check was asked about, or it is not open. */
  readonly tally: Tally | null;
}

export type News =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'not-listening'; readonly reason: 'port-taken' | 'other'; readonly error: unknown }
  /** A datagram caused an unforeseen error. */
  | { readonly kind: 'stumbled'; readonly error: unknown };
