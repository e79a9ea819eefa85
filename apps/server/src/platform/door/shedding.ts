import type { Priority } from '@yonder/contract';
import type { Clock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import { createAdmissionQueue } from './admission-queue.ts';
import type { InFlight } from './in-flight.ts';

/** Refuses some calls when all of them would wait longer and longer. */
export interface Shedding {
  /**
   * Undefined: the call is admitted at once. Only calls of the priority 'queued' wait.
   * @throws DomainError 'busy' with the seconds to wait. */
  admit(priority: Priority): Promise<void> | undefined;
  /** How many calls wait to be admitted. */
  waiting(): number;
}

interface SheddingOptions {
  clock: Clock;
  calls: Pick<InFlight, 'size' | 'waitedMs'>;
  /** Counts a call that was refused. */
  onShed(priority: Priority): void;
}

const LOOK_EVERY_MS = 100;
/** A delay of 200 ms goes unnoticed; much more means that calls have piled up. */
const TOO_LONG_MS = 200;
/** A slow lock, classifier or store delays a few calls; with few calls, another program keeps the machine busy. */
const CROWD = 64;
/** One pause of the process, or one burst, is over by then. */
const LOOKS = 2;
const RISE = 0.2;
const FALL = 0.9;
const LEAST = 0.01;
/** Beyond this, calls are refused regardless of the delay: each one holds memory. */
const MOST_CALLS = 16_384;
/** Seconds. Spread, lest all clients return at once. */
const [SOONEST, LATEST] = [2, 6];

/**
 * The delay is how late the process looks at its timers, or the age of the 64th oldest call if that is more. It is 0
 * with fewer calls. While it exceeds 200 ms, each look raises the share of refused calls by 0.2 for every 200 ms.
 * Otherwise each look lowers it by a tenth of itself. Low priority goes first, all of it at a half, then normal
 * priority. Queued calls wait as long as any share is refused.
 */
export function createShedding({ clock, calls, onShed }: SheddingOptions): Shedding {
  let share = 0;
  let looksTooLong = 0;
  const queue = createAdmissionQueue(clock);
  let lookAt: number | undefined;

  function arm(): void {
    lookAt = clock.now() + LOOK_EVERY_MS;
    clock.timer(LOOK_EVERY_MS, look);
  }

  function look(): void {
    const late = clock.now() - (lookAt ?? clock.now());
    lookAt = undefined;
    const wait = calls.size() < CROWD ? 0 : Math.max(late, calls.waitedMs(CROWD));
    const isTooLong = wait > TOO_LONG_MS;
    looksTooLong = isTooLong ? looksTooLong + 1 : 0;
    if (looksTooLong >= LOOKS) share = Math.min(1, share + RISE * Math.floor(wait / TOO_LONG_MS));
    else if (!isTooLong) share = share * FALL < LEAST ? 0 : share * FALL;
    queue.admitSome(isTooLong ? 'overloaded' : 'bearable');
    // Without calls nothing waits, so no look is needed.
    if (calls.size() > 0 || share > 0 || queue.size() > 0) arm();
  }

  function waitInOrder(): Promise<void> | undefined {
    if (share === 0 && queue.size() === 0 && calls.size() < MOST_CALLS) return undefined;
    try {
      return queue.wait();
    } catch (error) {
      onShed('queued');
      throw error;
    }
  }

  function isRefused(priority: Exclude<Priority, 'queued'>): boolean {
    if (priority === 'high') return false;
    if (calls.size() >= MOST_CALLS) return true;
    return Math.random() < (priority === 'low' ? 2 * share : 2 * share - 1);
  }

  return {
    admit(priority) {
      if (lookAt === undefined) arm();
      if (priority === 'queued') return waitInOrder();
      if (!isRefused(priority)) return undefined;
      onShed(priority);
      throw new DomainError('busy', { retryAfter: SOONEST + Math.floor(Math.random() * (LATEST - SOONEST + 1)) });
    },
    waiting: queue.size,
  };
}
