import { CASE_PRIORITIES, type Statement } from '@yonder/contract';
import type { Ground } from '../safety/index.ts';

export type Priority = (typeof CASE_PRIORITIES)[number];

/** Ranks are stored, so that cases sort. */
const RANKS = { low: 0, normal: 1, high: 2, urgent: 3 } as const satisfies Record<Priority, number>;

/** urgent: a minor or a life may be in danger. */
const GRAVITY = {
  minor: 'urgent',
  'self-harm': 'urgent',
  threat: 'high',
  sexual: 'high',
  hate: 'high',
  scam: 'normal',
  impersonation: 'normal',
  other: 'normal',
  spam: 'low',
} as const satisfies Record<Ground, Priority>;

/** Two more reporters of whole weight count as much as one graver reason. */
const WEIGHT_OF_A_STEP = 200;
const WEIGHT_OF_ONE = 100;

/** Returns the gravest ground; of equally grave ones the first. */
export function gravest(grounds: readonly Ground[]): Ground {
  return grounds.toSorted((one, other) => RANKS[GRAVITY[other]] - RANKS[GRAVITY[one]])[0] ?? 'other';
}

/**
 * Returns the stored priority. `weights`: one per reporter. Only the ground makes it urgent, however many there are.
 */
export function rankOf(ground: Ground, weights: readonly number[]): number {
  const rank = RANKS[GRAVITY[ground]];
  if (rank === RANKS.urgent) return rank;
  const more = weights.reduce((sum, weight) => sum + weight, 0) - WEIGHT_OF_ONE;
  return Math.min(RANKS.high, rank + Math.max(0, Math.floor(more / WEIGHT_OF_A_STEP)));
}

export function priorityOf(rank: number): Priority {
  return CASE_PRIORITIES.find((priority) => RANKS[priority] === rank) ?? 'normal';
}

/** Returns the state of a suspension. Times in ms since the epoch. */
export function stateOf(
  { state, until }: { state: 'proposed' | 'in-force' | 'reversed'; until: number | null },
  now: number,
): Statement['state'] {
  if (state === 'reversed') return 'reversed';
  return until !== null && until <= now ? 'over' : 'in-force';
}
