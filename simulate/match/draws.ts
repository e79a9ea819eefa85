import { createChance } from '../../apps/server/src/testing/mutations.ts';

/** Repeatable draws. */
export interface Draws {
  /** From 0 up to 1. */
  share(): number;
  /** A whole number below n. */
  below(n: number): number;
  happens(probability: number): boolean;
  /** Of a wait that may end at any moment alike. */
  exponential(mean: number): number;
  /** By their weights. */
  pick<T>(from: readonly T[], weights: readonly number[]): T;
}

export function createDraws(seed: number): Draws {
  const { below } = createChance(seed);
  const share = (): number => below(2 ** 32) / 2 ** 32;
  return {
    share,
    below,
    happens: (probability) => share() < probability,
    exponential: (mean) => -Math.log(1 - share()) * mean,
    pick(from, weights) {
      let left = share() * weights.reduce((sum, weight) => sum + weight, 0);
      const found = from.find((_, i) => (left -= weights[i]!) < 0);
      return found ?? from.at(-1)!;
    },
  };
}
