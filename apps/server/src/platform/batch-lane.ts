import { setImmediate as turn } from 'node:timers/promises';

/** One batch at a time: what arrives while a batch is under way goes together in the next one. */
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
  /** One result an item, in their order; an Error refuses its item alone. A rejection refuses the whole batch. */
  run(items: readonly Item[]): Promise<readonly (Result | Error)[]>;
}

interface Entry<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Running<Item, Result> {
  batch: readonly Entry<Item, Result>[];
  results: Promise<readonly (Result | Error)[]>;
}

export function createBatchLane<Item, Result>({ atMost, run }: BatchOptions<Item, Result>): BatchLane<Item, Result> {
  let waiting: Entry<Item, Result>[] = [];
  let poked = false;
  let underWay: Promise<void> | undefined;

  function start(): void {
    underWay ??= drain();
  }

  async function drain(): Promise<void> {
    // Whoever comes in the same turn of the event loop goes along.
    await turn();
    for (let running = begin(); running;) {
      const { batch, results } = running;
      const settled = await results;
      // The next batch is on its way before those who wait for this one go on.
      running = begin();
      settle(batch, settled);
    }
  }

  /** Undefined, in the same breath as nothing is under way any more, when there is nothing to do. */
  function begin(): Running<Item, Result> | undefined {
    if (waiting.length === 0 && !poked) {
      underWay = undefined;
      return undefined;
    }
    poked = false;
    const batch = waiting.slice(0, atMost);
    waiting = waiting.slice(atMost);
    return { batch, results: attempt(batch, run) };
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

/** Rejects never: what went wrong is each one's result. */
async function attempt<Item, Result>(
  batch: readonly Entry<Item, Result>[],
  run: BatchOptions<Item, Result>['run'],
): Promise<readonly (Result | Error)[]> {
  try {
    const results = await run(batch.map(({ item }) => item));
    if (results.length !== batch.length) throw new Error('a batch answered another number of items than it was given');
    return results;
  } catch (error) {
    return batch.map(() => asError(error));
  }
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
