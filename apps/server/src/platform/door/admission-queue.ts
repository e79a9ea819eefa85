import { FIXED } from '@yonder/contract';
import type { Clock } from '../clock.ts';
import { DomainError } from '../errors.ts';

/** Calls that are never refused for the load alone: while a node is overloaded they wait, first come first served. */
export interface AdmissionQueue {
  /**
   * Resolves when the call is admitted.
   * @throws DomainError 'busy' with the seconds to wait once 16,384 wait */
  wait(): Promise<void>;
  /** Admits calls from the front: twice as many as last time, or half as many while the node is overloaded. */
  admitSome(load: 'overloaded' | 'bearable'): void;
  size(): number;
}

interface WaitingCall {
  since: number;
  admit(): void;
  reject(error: DomainError): void;
}

/** A waiting call takes little memory. Equal to MOST_CALLS of shedding.ts. */
const LONGEST = 16_384;
/** Bounds of one round. There are ten rounds a second, so the front moves even while the node is overloaded. */
const [FEWEST, FIRST, MOST] = [16, 64, 2_048];
const RETRY_SECONDS = 6;

export function createAdmissionQueue(clock: Pick<Clock, 'now'>): AdmissionQueue {
  let waiting: WaitingCall[] = [];
  let next = FIRST;

  return {
    wait() {
      if (waiting.length >= LONGEST) throw new DomainError('busy', { retryAfter: RETRY_SECONDS });
      const { promise, resolve: admit, reject } = Promise.withResolvers<void>();
      waiting.push({ since: clock.now(), admit, reject });
      return promise;
    },
    admitSome(load) {
      if (waiting.length === 0) {
        next = FIRST;
        return;
      }
      next = load === 'overloaded' ? Math.max(FEWEST, next / 2) : Math.min(MOST, next * 2);
      const front = waiting.slice(0, next);
      waiting = waiting.slice(next);
      // A call this old was already answered with 'took-too-long', and its caller has retried.
      const overdue = clock.now() - FIXED.callTimeoutMs;
      for (const { since, admit, reject } of front) {
        if (since > overdue) admit();
        else reject(new DomainError('took-too-long'));
      }
    },
    size: () => waiting.length,
  };
}
