/*
 * The decisions of a match round, without I/O: couples are proposed, checked against the rows, and the rest is settled.
 * `npm run simulate match` runs these very functions.
 */
import type { Waiting } from '../engagement/index.ts';
import { match, type Match, type Rules } from './policy.ts';

/** The check of a proposal against the rows. */
export interface Judgement {
  /** Users that had left when their rows were locked. */
  gone: ReadonlySet<Waiting>;
  /** Indexes of proposed couples that a hard rule keeps apart. */
  forbidden: ReadonlySet<number>;
}

export interface Settled {
  couples: readonly Match[];
  /** Forbidden by a hard rule; both keep their slots. */
  refused: readonly Match[];
  gone: readonly Waiting[];
  /** Whether another round may pair more users. */
  again: boolean;
}

/** A larger transaction would delay its first pairs. */
const COUPLES_AT_MOST = 500;

/** `queue` is in the order of slots. */
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
