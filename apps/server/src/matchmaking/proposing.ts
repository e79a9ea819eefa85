/*
 * What a turn of the matcher decides, apart from the rows: it proposes couples, the rows judge them, and what is left is
 * settled. `npm run simulate match` runs these very functions.
 */
import type { Waiting } from '../engagement/index.ts';
import { match, type Match, type Rules } from './policy.ts';

/** What the rows say of a proposal. */
export interface Judgement {
  /** Found gone when their rows were to be held. */
  gone: ReadonlySet<Waiting>;
  /** Couples that a hard rule keeps apart, by where they stand in the proposal. */
  forbidden: ReadonlySet<number>;
}

export interface Settled {
  couples: readonly Match[];
  /** Forbidden by a hard rule; both keep their places. */
  refused: readonly Match[];
  gone: readonly Waiting[];
  /** Whether another look may pair more people. */
  again: boolean;
}

/** More in one transaction would keep the first of them waiting. */
const COUPLES_AT_MOST = 500;

/** `queue` is in the order of places. */
export function propose(queue: readonly Waiting[], rules: Omit<Rules, 'atMost'>): Match[] {
  return match(queue, { ...rules, atMost: COUPLES_AT_MOST });
}

export function settle(proposed: readonly Match[], { gone, forbidden }: Judgement): Settled {
  const isWhole = ({ a, b }: Match): boolean => !gone.has(a) && !gone.has(b);
  const couples = proposed.filter((couple, i) => isWhole(couple) && !forbidden.has(i));
  return {
    couples,
    gone: [...gone],
    refused: proposed.filter((_, i) => forbidden.has(i)),
    again: couples.length < proposed.length || proposed.length === COUPLES_AT_MOST,
  };
}
