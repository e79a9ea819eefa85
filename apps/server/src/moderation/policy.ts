import { CASE_PRIORITIES, type Statement } from '@yonder/contract';
import type { Ground } from '../safety/index.ts';

export type Priority = (typeof CASE_PRIORITIES)[number];

/** As it is stored, so that it sorts. */
const RANKS = { low: 0, normal: 1, high: 2, urgent: 3 } as const satisfies Record<Priority, number>;

/** urgent: a minor or somebody's life may be in danger. */
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

/** Two more people of whole weight say as much as one graver reason. */
const WEIGHT_OF_A_STEP = 200;
const WEIGHT_OF_ONE = 100;

/** The gravest of what was said; of the equally grave, what was said first. */
export function gravest(grounds: readonly Ground[]): Ground {
  return grounds.toSorted((one, other) => RANKS[GRAVITY[other]] - RANKS[GRAVITY[one]])[0] ?? 'other';
}

/** `weights`: of the different people who said it. However many there are, only the reason makes it urgent. */
export function rankOf(ground: Ground, weights: readonly number[]): number {
  const rank = RANKS[GRAVITY[ground]];
  if (rank === RANKS.urgent) return rank;
  const more = weights.reduce((sum, weight) => sum + weight, 0) - WEIGHT_OF_ONE;
  return Math.min(RANKS.high, rank + Math.max(0, Math.floor(more / WEIGHT_OF_A_STEP)));
}

export function priorityOf(rank: number): Priority {
  return CASE_PRIORITIES.find((priority) => RANKS[priority] === rank) ?? 'normal';
}

/** What a suspension is at the moment. Times in ms since the epoch. */
export function stateOf(
  { state, until }: { state: 'proposed' | 'in-force' | 'reversed'; until: number | null },
  now: number,
): Statement['state'] {
  if (state === 'reversed') return 'reversed';
  return until !== null && until <= now ? 'over' : 'in-force';
}
