import { FIXED } from '@yonder/contract';
import type { Clock } from './clock.ts';
import { DomainError } from './errors.ts';

/** A semaphore of two, first come first served: one holds the contended lock, and the next is ready for it. */
export interface Turns {
  /** @throws DomainError 'busy' when the turn comes so late that the caller no longer waits for the answer. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** How many wait for a turn. */
  waiting(): number;
}

const AT_ONCE = 2;

export function createTurns(clock: Clock): Turns {
  const line: (() => void)[] = [];
  let underWay = 0;

  async function begin(): Promise<void> {
    if (underWay < AT_ONCE) {
      underWay += 1;
      return;
    }
    // `end` hands the turn of a finished one on.
    const { promise, resolve } = Promise.withResolvers<void>();
    line.push(resolve);
    await promise;
  }

  function end(): void {
    const next = line.shift();
    if (next) next();
    else underWay -= 1;
  }

  return {
    async take(work) {
      const asked = clock.now();
      await begin();
      try {
        if (clock.now() - asked > FIXED.callTimeoutMs) throw new DomainError('busy');
        return await work();
      } finally {
        end();
      }
    },
    waiting: () => line.length,
  };
}
