import * as z from 'zod/mini';
import type { Holds } from './connection-record.ts';

/** What may occupy a person; one at a time. */
export type EngagementKind = 'voice-queue' | 'text-queue' | 'voice' | 'text' | 'direct';
export type Mode = 'voice' | 'text';
export type Queue = `${Mode}-queue`;

/** A place in a queue. Times in ms since the epoch. */
export interface Place {
  /** Names this wait; kept by the session it leads to, so that one who is put back waits on with it. */
  ticket: string;
  /** The lower, the nearer to the front. */
  place: number;
  since: number;
}

export interface Waiting extends Place, Holds {
  userId: string;
  /** The tab that asked for the place. */
  tab: string | null;
  language: string | null;
  region: string | null;
  /** What they named who wait to text. */
  interests: readonly string[];
  /** Whether another node has a live socket of theirs; of its own sockets a node knows better. */
  elsewhere: boolean;
}

/** As far as is known until the rows are read: connected here if at all, and kept from no match. */
export const NOT_HELD: Pick<Waiting, keyof Holds | 'elsewhere'> = {
  elsewhere: false,
  pausedUntil: null,
  checkUntil: null,
};

export interface Engagement extends Omit<Waiting, keyof Holds | 'elsewhere'> {
  kind: EngagementKind;
  /** The sign-in session from which they took the place or carry the call. */
  sid: string | null;
  /** The session; while queued, the ticket. */
  ref: string;
}

/** Whether a call occupies them, which `ref` names then. */
export function carriesCall(engagement: Engagement | undefined): engagement is Engagement {
  return engagement?.kind === 'voice' || engagement?.kind === 'direct';
}

export function queueOf(mode: Mode): Queue {
  return `${mode}-queue`;
}

const stored = z.nullable(z.array(z.string()));

/** As the column has them; null: none were named. */
export function interestsOf(column: unknown): readonly string[] {
  return stored.parse(column) ?? [];
}
