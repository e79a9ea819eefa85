import type { Stop } from '../../../lib/clock.ts';

/** delivered: the other side's tab was written to. refused: trying again would not help. A rejection means: not there yet. */
export type Sent = 'delivered' | 'refused';

const AGAIN_MS = 1_000;

/** Repeats what could not be sent, until it has arrived, is refused, or is no longer wanted. */
export class Delivery {
  readonly #after: (ms: number, run: () => void) => Stop;
  readonly #pauses = new Set<() => void>();

  constructor(after: (ms: number, run: () => void) => Stop) {
    this.#after = after;
  }

  /** True once it was delivered while still wanted. */
  async repeat(send: () => Promise<Sent>, wanted: () => boolean): Promise<boolean> {
    while (wanted()) {
      try {
        return (await send()) === 'delivered' && wanted();
      } catch {
        // Nobody is there yet, or there is no network: again in a moment.
      }
      if (wanted()) await this.#pause();
    }
    return false;
  }

  /** Ends every pause: something has changed, or nothing is wanted any more. */
  hurry(): void {
    for (const end of this.#pauses) end();
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        stop();
        this.#pauses.delete(end);
        resolve();
      };
      const stop = this.#after(AGAIN_MS, end);
      this.#pauses.add(end);
    });
  }
}
