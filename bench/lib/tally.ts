import { percentile } from '../call-setup/figures.ts';
import type { Answered, Fate } from './load.ts';

/** What became of the questions of some time. */
export class Tally {
  readonly counts: Record<Fate, number> = { ok: 0, UNAVAILABLE: 0, RESOURCE_EXHAUSTED: 0, other: 0 };
  readonly #ms: number[] = [];

  add({ fate, ms }: Answered): void {
    this.counts[fate] += 1;
    if (fate === 'ok') this.#ms.push(ms);
  }

  get refused(): number {
    return this.counts.UNAVAILABLE + this.counts.RESOURCE_EXHAUSTED + this.counts.other;
  }

  /** Of what was answered; null: nothing was. */
  p(share: number): number | null {
    return this.#ms.length === 0 ? null : Math.round(percentile(this.#ms, share) * 10) / 10;
  }
}
