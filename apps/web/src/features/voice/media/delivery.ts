import type { Stop } from '../../../lib/clock.ts';
import { Retry } from '../../../lib/retry.ts';

/** delivered: the other side's tab was written to. refused: trying again would not help. A rejection means: not there yet. */
export type Sent = 'delivered' | 'refused';

const AGAIN_MS = 1_000;

/** Repeats what could not be sent, until it has arrived, is refused, or is no longer wanted. */
export class Delivery {
  readonly #retry: Retry;

  constructor(after: (ms: number, run: () => void) => Stop) {
    this.#retry = new Retry({ after, pauseMs: AGAIN_MS });
  }

  /** True once it was delivered while still wanted. */
  async repeat(send: () => Promise<Sent>, wanted: () => boolean): Promise<boolean> {
    return (await this.#retry.run(send, wanted)) === 'delivered' && wanted();
  }

  /** Ends every pause: something has changed, or nothing is wanted any more. */
  hurry(): void {
    this.#retry.now();
  }
}
