import { percentile } from '../../bench/call-setup/figures.ts';
import type { Person } from './people.ts';

export interface Waits {
  p50: number;
  p90: number;
  p99: number;
  most: number;
}

/** What became of everybody who joined. A wait is from the join until one is told of the match that held. */
export class Tally {
  joined = 0;
  /** Got the match that held. */
  matched = 0;
  /** Gave up. */
  left = 0;
  /** Were matched and did not answer. */
  silent = 0;
  /** Someone alike joined later and was matched sooner, because the earlier one may not meet that partner. */
  overtakenForARule = 0;
  /** And for no reason. */
  overtaken = 0;
  pairs = 0;
  sameLanguage = 0;
  sameRegion = 0;
  /** By the hour of the day. */
  readonly hours = Array.from({ length: 24 }, () => ({ joined: 0, left: 0, seconds: [] as number[] }));
  readonly byLanguage = new Map<string, number[]>();

  joins(hour: number): void {
    this.joined++;
    this.hours[hour]!.joined++;
  }

  leaves(hour: number): void {
    this.left++;
    this.hours[hour]!.left++;
  }

  matches({ language }: Person, { seconds, hour }: { seconds: number; hour: number }): void {
    this.matched++;
    this.hours[hour]!.seconds.push(seconds);
    const known = this.byLanguage.get(language);
    if (known) known.push(seconds);
    else this.byLanguage.set(language, [seconds]);
  }

  pairsUp(one: Person, other: Person): void {
    this.pairs++;
    if (one.language === other.language) this.sameLanguage++;
    if (one.region === other.region) this.sameRegion++;
  }

  /** Share of pairs of one language, were everybody paired with just anybody. */
  sameLanguageByChance(): number {
    const counts = [...this.byLanguage.values()].map(({ length }) => length);
    return counts.reduce((sum, count) => sum + (count / this.matched) ** 2, 0);
  }
}

/** In seconds. */
export function waitsOf(seconds: readonly number[]): Waits {
  if (seconds.length === 0) return { p50: 0, p90: 0, p99: 0, most: 0 };
  const at = (share: number): number => Math.round(percentile(seconds, share) * 1_000) / 1_000;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), most: at(1) };
}
