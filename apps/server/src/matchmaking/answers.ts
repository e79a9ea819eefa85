import type { QueueView } from '@yonder/contract';
import type { Arrived, Engagement, Mode, Newcomer, Waiting } from '../engagement/index.ts';
import { DomainError } from '../platform/errors.ts';
import type { Pair } from './pair.ts';

export interface Join {
  userId: string;
  tab: string | null;
  sid: string;
  requestId: string | null;
}

/** `pair` is there when the session was made just now; an older one has to be looked up. */
export type Joined = { kind: 'waiting'; view: QueueView } | { kind: 'matched'; sessionId: string; pair: Pair | null };

export interface Outcome {
  mode: Mode;
  /** By person: whom this very transaction paired. */
  pairs: ReadonlyMap<string, Pair>;
  standings: ReadonlyMap<string, QueueView>;
}

export function answerFor(
  userId: string,
  arrived: Arrived | undefined,
  { mode, pairs, standings }: Outcome,
): Joined | DomainError {
  const pair = pairs.get(userId);
  if (pair) return { kind: 'matched', sessionId: pair.id, pair };
  const view = standings.get(userId);
  if (view) return { kind: 'waiting', view };
  switch (arrived?.state) {
    case 'given-up':
      return new DomainError('place-given-up');
    case 'unknown':
      return new DomainError('profile-not-found');
    case 'barred':
      return new DomainError('suspended');
    case 'engaged':
      return engaged(arrived.engagement, mode);
    case 'free':
    case undefined:
      throw new Error('a join without an answer');
    default:
      return arrived satisfies never;
  }
}

function engaged({ kind, ref }: Engagement, mode: Mode): Joined | DomainError {
  if (kind === mode) return { kind: 'matched', sessionId: ref, pair: null };
  // Their other tab gave the place up while this one asked for it: the next time it is clear.
  return new DomainError(kind === `${mode}-queue` ? 'busy' : 'already-engaged');
}

/** Those who come to the queue with no row yet. */
export function newcomersOf(arrived: ReadonlyMap<string, Arrived>): Newcomer[] {
  return [...arrived.values()].flatMap((one) => (one.state === 'free' ? [one.newcomer] : []));
}

/** Those who asked again and stand in the queue since before. */
export function queuedOf(arrived: ReadonlyMap<string, Arrived>, mode: Mode): Waiting[] {
  return [...arrived.values()].flatMap((one) =>
    one.state === 'engaged' && one.engagement.kind === `${mode}-queue` ? [one.engagement] : [],
  );
}

export function keptPlacesOf(arrived: ReadonlyMap<string, Arrived>): string[] {
  return [...arrived].flatMap(([userId, one]) => (one.state === 'free' && one.hadPlace ? [userId] : []));
}

export function bySeat(pairs: readonly Pair[]): Map<string, Pair> {
  return new Map(pairs.flatMap((pair) => [[pair.a.userId, pair] as const, [pair.b.userId, pair] as const]));
}
