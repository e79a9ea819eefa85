import type { Log } from '../platform/log.ts';

/** Long work that may wait: one at a time on this node, outside of the transaction that requests it. */
export interface Errands {
  /** Never rejects: a deadline retries. The signal aborts it. */
  run(what: string, errand: (signal: AbortSignal) => Promise<void>): void;
  /** Resolves when nothing is left to do. */
  settled(): Promise<void>;
  /** Aborts the one under way and begins no other. */
  stop(): void;
}

export function createErrands(log: Log): Errands {
  const stopping = new AbortController();
  const { signal } = stopping;
  let last: Promise<void> = Promise.resolve();
  return {
    run(what, errand) {
      last = last
        .then(() => (signal.aborted ? undefined : errand(signal)))
        .catch((error: unknown) => {
          if (!signal.aborted || error !== signal.reason) log.error({ err: error, what }, 'an errand failed');
        });
    },
    settled: () => last,
    stop: () => stopping.abort(),
  };
}
