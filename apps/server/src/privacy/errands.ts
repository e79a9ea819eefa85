import type { Log } from '../platform/log.ts';

/** What takes long and may wait: one after the other on this node, outside of the transaction that asks for it. */
export interface Errands {
  /** Never rejects: a deadline looks again. */
  run(what: string, errand: () => Promise<void>): void;
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>;
}

export function createErrands(log: Log): Errands {
  let last: Promise<void> = Promise.resolve();
  return {
    run(what, errand) {
      last = last.then(errand).catch((error: unknown) => log.error({ err: error, what }, 'an errand failed'));
    },
    settled: () => last,
  };
}
