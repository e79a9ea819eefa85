import { setImmediate as turn } from 'node:timers/promises';

/** Runs one batch at a time: items that arrive meanwhile go together in the next one. */
export interface BatchLane<Item, Result> {
  /** Settles with the item's own result. */
  add(item: Item): Promise<Result>;
  /** Runs a batch soon, even without items. */
  poke(): void;
  /** Resolves once nothing is under way or waiting. */
  idle(): Promise<void>;
}

interface BatchOptions<Item, Result> {
  atMost: number;
  /**
   * Returns one result an item, in their order; an Error rejects its item alone. A rejection rejects the whole batch.
   */
  run(items: readonly Item[]): Promise<readonly (Result | Error)[]>;
  /**
   * Whether a single item may be why a run rejected: then each half is a batch of its own, the next ones. Default: no.
   */
  mayBeOfOne?(error: unknown): boolean;
}

interface Entry<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Running<Item, Result> {
  batch: readonly Entry<Item, Result>[];
  results: Promise<readonly (Result | Error)[] | 'in halves'>;
}

export function createBatchLane<Item, Result>(options: BatchOptions<Item, Result>): BatchLane<Item, Result> {
  let waiting: Entry<Item, Result>[] = [];
  /** Halves of batches that failed together. */
  let halves: (readonly Entry<Item, Result>[])[] = [];
  let poked = false;
  let underWay: Promise<void> | undefined;

  function start(): void {
    underWay ??= drain();
  }

  async function drain(): Promise<void> {
    // Items of the same event loop tick join.
    await turn();
    for (let running = begin(); running;) {
      const { batch, results } = running;
      const settled = await results;
      if (settled === 'in halves') halves = [...halvesOf(batch), ...halves];
      // The next batch begins before the callers of this one continue.
      running = begin();
      if (settled !== 'in halves') settle(batch, settled);
    }
  }

  /** Undefined when there is nothing to do; then `underWay` is cleared in the same tick. */
  function begin(): Running<Item, Result> | undefined {
    if (halves.length === 0 && waiting.length === 0 && !poked) {
      underWay = undefined;
      return undefined;
    }
    poked = false;
    const batch = next();
    return { batch, results: attempt(batch, options) };
  }

  function next(): readonly Entry<Item, Result>[] {
    const half = halves.shift();
    if (half) return half;
    const batch = waiting.slice(0, options.atMost);
    waiting = waiting.slice(options.atMost);
    return batch;
  }

  return {
    add(item) {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      waiting.push({ item, resolve, reject });
      start();
      return promise;
    },
    poke() {
      poked = true;
      start();
    },
    async idle() {
      while (underWay) await underWay;
    },
  };
}

/** Never rejects: an error is each item's result. */
async function attempt<Item, Result>(
  batch: readonly Entry<Item, Result>[],
  { run, mayBeOfOne }: BatchOptions<Item, Result>,
): Promise<readonly (Result | Error)[] | 'in halves'> {
  try {
    const results = await run(batch.map(({ item }) => item));
    if (results.length !== batch.length) throw new Error('a batch answered another number of items than it was given');
    return results;
  } catch (error) {
    if (batch.length > 1 && mayBeOfOne?.(error)) return 'in halves';
    return batch.map(() => asError(error));
  }
}

function halvesOf<T>(whole: readonly T[]): readonly T[][] {
  const half = Math.ceil(whole.length / 2);
  return [whole.slice(0, half), whole.slice(half)];
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('a batch failed', { cause: error });
}

function settle<Item, Result>(batch: readonly Entry<Item, Result>[], results: readonly (Result | Error)[]): void {
  batch.forEach(({ resolve, reject }, i) => {
    const result = results[i]!;
    if (result instanceof Error) reject(result);
    else resolve(result);
  });
}
