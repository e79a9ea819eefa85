import { CallError } from '@yonder/client';
import type { Stop } from '../../../lib/clock.ts';
import { Retry } from '../../../lib/retry.ts';

/** delivered: the other side's tab was written to. refused: a retry would not help. A rejection means: not there yet. */
export type Sent = 'delivered' | 'refused';

const AGAIN_MS = 1_000;
/** Attempts at a steady pace, for a path lost for a moment. Later ones are ever rarer, for a server in trouble. */
const QUICK_ATTEMPTS = 20;
const LONGEST_MS = 10_000;
/** The server ends by itself what has been silent this long. */
export const LASTS_MS = 300_000;

/** The pause in ms: at least what the server asks for. */
export function pauseAfter(failure: unknown, attempts: number): number {
  const asked = failure instanceof CallError ? (failure.retryAfter ?? 0) * 1_000 : 0;
  const own = Math.min(AGAIN_MS * 2 ** Math.max(0, attempts - QUICK_ATTEMPTS), LONGEST_MS);
  return Math.max(asked, own);
}

/** Repeats a send until it has arrived, is refused, is no longer wanted, or five minutes are over. */
export class Delivery {
  readonly #retry: Retry;

  constructor(after: (ms: number, run: () => void) => Stop) {
    this.#retry = new Retry({ after, pauseMs: pauseAfter, lastsMs: LASTS_MS });
  }

  /** Resolves to true once delivered while still wanted. */
  async repeat(send: () => Promise<Sent>, wanted: () => boolean): Promise<boolean> {
    return (await this.#retry.run(send, wanted)) === 'delivered' && wanted();
  }

  /** Ends every pause: something has changed, or nothing is wanted any more. */
  hurry(): void {
    this.#retry.now();
  }
}
