import { DomainError } from '../platform/errors.ts';

/** Runs heavy work in parallel, with a short queue. Each user runs one task at a time, and users alternate. */
export interface Slots {
  /** @throws DomainError 'busy' when too much work of this user, or of all users, waits. */
  run<T>(userId: string, work: () => Promise<T>): Promise<T>;
}

interface Waiting {
  begin(): void;
  refuse(error: DomainError): void;
}

interface SlotOptions {
  running: number;
  /** For all users together. */
  waiting: number;
  waitingEach: number;
}

export function createSlots({ running, waiting, waitingEach }: SlotOptions): Slots {
  const atWork = new Set<string>();
  /** By user; the first is served next. */
  const queues = new Map<string, Waiting[]>();
  const sizeOf = (userId: string): number => queues.get(userId)?.length ?? 0;

  /** When the queue is full, the user with the most tasks in it loses one. */
  function makeRoom(userId: string): void {
    if (sizeOf(userId) >= waitingEach) throw new DomainError('busy');
    const counts = [...queues].map(([owner, { length }]) => ({ owner, length }));
    if (counts.reduce((sum, { length }) => sum + length, 0) < waiting) return;
    const [most] = counts.toSorted((one, other) => other.length - one.length);
    if (!most || most.length <= sizeOf(userId) + 1) throw new DomainError('busy');
    queues.get(most.owner)?.pop()?.refuse(new DomainError('busy'));
  }

  async function enter(userId: string): Promise<void> {
    if (atWork.size < running && !atWork.has(userId)) {
      atWork.add(userId);
      return;
    }
    makeRoom(userId);
    const { promise, resolve: begin, reject: refuse } = Promise.withResolvers<void>();
    queues.set(userId, [...(queues.get(userId) ?? []), { begin, refuse }]);
    await promise;
  }

  function leave(userId: string): void {
    atWork.delete(userId);
    const next = [...queues.keys()].find((owner) => !atWork.has(owner));
    if (next === undefined) return;
    const [first, ...rest] = queues.get(next) ?? [];
    queues.delete(next);
    if (rest.length > 0) queues.set(next, rest);
    atWork.add(next);
    first?.begin();
  }

  return {
    async run(userId, work) {
      await enter(userId);
      try {
        return await work();
      } finally {
        leave(userId);
      }
    },
  };
}
