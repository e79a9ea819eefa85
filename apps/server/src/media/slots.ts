import { DomainError } from '../platform/errors.ts';

/** Heavy work side by side, a little of it waiting, and no more than that. */
export interface Slots {
  /** @throws DomainError 'busy' when too many wait already. */
  run<T>(work: () => Promise<T>): Promise<T>;
}

export function createSlots({ running, waiting }: { running: number; waiting: number }): Slots {
  let free = running;
  const queue: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (queue.length >= waiting) throw new DomainError('busy');
    await new Promise<void>((go) => queue.push(go));
  }

  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  }

  return {
    async run(work) {
      await enter();
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
