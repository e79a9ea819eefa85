import type { QueueView } from '@yonder/contract';
import {
  NOT_HELD,
  type Arrival,
  type Arrived,
  type Engagement,
  type Mode,
  type Newcomer,
  type Preferences,
  type Waiting,
} from '../engagement/index.ts';
import { isTaken, isUnexpected } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Pair } from './pair.ts';

export interface Join {
  userId: string;
  tab: string | null;
  sid: string;
  requestId: string | null;
  /** Ms since the epoch. */
  asked: number;
  wishes?: Wishes | undefined;
}

/** Match preferences of one join; absent: as in the profile. */
export interface Wishes {
  language: string | null;
  interests: readonly string[];
}

/** `pair` is null for a session made earlier, which must be read. */
export type Joined = { kind: 'waiting'; view: QueueView } | { kind: 'matched'; sessionId: string; pair: Pair | null };

export interface Outcome {
  mode: Mode;
  /** Pairs of this very transaction, by user. */
  pairs: ReadonlyMap<string, Pair>;
  standings: ReadonlyMap<string, QueueView>;
}

export function answerFor(userId: string, arrived: Arrived, { mode, pairs, standings }: Outcome): Joined | DomainError {
  const pair = pairs.get(userId);
  if (pair) return { kind: 'matched', sessionId: pair.id, pair };
  const view = standings.get(userId);
  if (view) return { kind: 'waiting', view };
  switch (arrived.state) {
    case 'given-up':
      return new DomainError('place-given-up');
    case 'unknown':
      return new DomainError('profile-not-found');
    case 'barred':
      return new DomainError('suspended');
    case 'refused':
      return arrived.refusal;
    case 'engaged':
      return engaged(arrived.engagement, mode);
    case 'free':
      throw new Error('a join without an answer');
    default:
      return arrived satisfies never;
  }
}

function engaged({ kind, ref }: Engagement, mode: Mode): Joined | DomainError {
  if (kind === mode) return { kind: 'matched', sessionId: ref, pair: null };
  // Another tab gave the slot up while this one asked for it; a retry succeeds.
  return new DomainError(kind === `${mode}-queue` ? 'busy' : 'already-engaged');
}

/** Presumes that a user from the preference cache is still free; the transaction that inserts the row checks it. */
export function metBefore(arrival: Arrival, { language, region }: Preferences, since: number): Arrived {
  const preferred = arrival.language ?? language;
  const known = { ...NOT_HELD, since, language: preferred, region, keptBefore: false };
  const newcomer: Newcomer = { ...arrival, ...known, from: 'met' };
  return { state: 'free', newcomer, hadPlace: false };
}

/** Returns the users without a row yet. */
export function newcomersOf(arrived: readonly Arrived[]): Newcomer[] {
  const newcomers: Newcomer[] = [];
  for (const one of arrived) if (one.state === 'free') newcomers.push(one.newcomer);
  return newcomers;
}

/** Returns the users that were in the queue before. */
export function queuedOf(arrived: readonly Arrived[], mode: Mode): Waiting[] {
  const queued: Waiting[] = [];
  for (const one of arrived) {
    if (isQueued(one, mode)) queued.push(one.engagement);
  }
  return queued;
}

/** Returns repeated join requests from another tab than the slot's. */
export function movedOf(asked: readonly { arrival: Arrival }[], arrived: readonly Arrived[], mode: Mode): Arrival[] {
  const moved: Arrival[] = [];
  asked.forEach(({ arrival }, i) => {
    const one = arrived[i];
    if (one && isQueued(one, mode) && arrival.tab !== null && one.engagement.tab !== arrival.tab) moved.push(arrival);
  });
  return moved;
}

export function isQueued(arrived: Arrived, mode: Mode): arrived is Extract<Arrived, { state: 'engaged' }> {
  return arrived.state === 'engaged' && arrived.engagement.kind === `${mode}-queue`;
}

export function keptPlacesOf(arrived: readonly Arrived[]): string[] {
  const people: string[] = [];
  for (const one of arrived) if (one.state === 'free' && one.hadPlace) people.push(one.newcomer.userId);
  return people;
}

export function bySeat(pairs: readonly Pair[]): Map<string, Pair> {
  const seats = new Map<string, Pair>();
  for (const pair of pairs) seats.set(pair.a.userId, pair).set(pair.b.userId, pair);
  return seats;
}

export function tabsOf(asked: readonly { arrival: Arrival }[]): Map<string, string> {
  const tabs = new Map<string, string>();
  for (const { arrival } of asked) if (arrival.tab !== null) tabs.set(arrival.userId, arrival.tab);
  return tabs;
}

/** Whether another transaction interfered: a user left, or got a row elsewhere, since eligibility was read. */
export function isRaced(error: unknown): boolean {
  return isUnexpected(error) || isTaken(error, 'engagement_pkey');
}
