import * as z from 'zod/mini';
import type { Holds } from './connection-record.ts';

/** What may occupy a user, one at a time. */
export type EngagementKind = 'voice-queue' | 'text-queue' | 'voice' | 'text' | 'direct';
export type Mode = 'voice' | 'text';
export type Queue = `${Mode}-queue`;

/** A slot in a queue. Times in ms since the epoch. */
export interface Place {
  /** Identifies this wait. The session it leads to keeps it, so a requeued user waits on with it. */
  ticket: string;
  /** Lower is nearer to the front. */
  place: number;
  since: number;
}

export interface Waiting extends Place, Holds {
  userId: string;
  /** The tab that asked for the slot. */
  tab: string | null;
  language: string | null;
  region: string | null;
  /** Named in a text join. */
  interests: readonly string[];
  /** Whether another node has a live socket of the user; a node checks its own sockets itself. */
  elsewhere: boolean;
}

/** Assumed until the rows are read: no socket on another node, and nothing keeps the user from a match. */
export const NOT_HELD: Pick<Waiting, keyof Holds | 'elsewhere'> = {
  elsewhere: false,
  pausedUntil: null,
  checkUntil: null,
};

export interface Engagement extends Omit<Waiting, keyof Holds | 'elsewhere'> {
  kind: EngagementKind;
  /** The sign-in session that took the slot or carries the call. */
  sid: string | null;
  /** The session's id; while queued, the ticket. */
  ref: string;
}

/** Whether a call occupies the user; then `ref` is its id. */
export function carriesCall(engagement: Engagement | undefined): engagement is Engagement {
  return engagement?.kind === 'voice' || engagement?.kind === 'direct';
}

export function queueOf(mode: Mode): Queue {
  return `${mode}-queue`;
}

const stored = z.nullable(z.array(z.string()));

/** Parses the column; null means none were named. */
export function interestsOf(column: unknown): readonly string[] {
  return stored.parse(column) ?? [];
}
