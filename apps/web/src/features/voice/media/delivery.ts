import { CallError } from '@yonder/client';
import type { Stop } from '../../../lib/clock.ts';
import { Retry } from '../../../lib/retry.ts';

/** delivered: the other side's tab was written to. refused: trying again would not help. A rejection means: not there yet. */
export type Sent = 'delivered' | 'refused';

const AGAIN_MS = 1_000;
/** A path that was lost for a moment is tried at that pace; a server in trouble more and more seldom. */
const QUICK_ATTEMPTS = 20;
const LONGEST_MS = 10_000;
/** The server has ended by itself what it has not heard of for so long. */
export const LASTS_MS = 300_000;

/** What the server asks for, at least. */
export function pauseAfter(failure: unknown, attempts: number): number {
  const asked = failure instanceof CallError ? (failure.retryAfter ?? 0) * 1_000 : 0;
  const own = Math.min(AGAIN_MS * 2 ** Math.max(0, attempts - QUICK_ATTEMPTS), LONGEST_MS);
  return Math.max(asked, own);
}

/** Repeats what could not be sent, until it has arrived, is refused, is no longer wanted, or five minutes are over. */
export class Delivery {
  readonly #retry: Retry;

  constructor(after: (ms: number, run: () => void) => Stop) {
    this.#retry = new Retry({ after, pauseMs: pauseAfter, lastsMs: LASTS_MS });
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
