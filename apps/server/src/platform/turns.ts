import { FIXED } from '@yonder/contract';
import type { Clock } from './clock.ts';
import { DomainError } from './errors.ts';

/** Two at a time, first come first served: one has what all want, and the next one is ready for it. */
export interface Turns {
  /** @throws DomainError 'busy' when the turn comes so late that nobody waits for the answer any more. */
  take<T>(work: () => Promise<T>): Promise<T>;
  /** How many have no turn yet. */
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
    // Whoever is done hands their turn on.
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
