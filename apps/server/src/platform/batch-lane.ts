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

export function createBatchLane<Item, Result>({ atMost, run }: BatchOptions<Item, Result>): BatchLane<Item, Result> {
  let waiting: Entry<Item, Result>[] = [];
  let poked = false;
  let underWay: Promise<void> | undefined;

  function start(): void {
    underWay ??= drain();
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0 || poked) {
      poked = false;
      const batch = waiting.slice(0, atMost);
      waiting = waiting.slice(atMost);
      await settle(batch, run);
    }
    // In the same breath as the last look: an item that comes later starts a new run.
    underWay = undefined;
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

async function settle<Item, Result>(
  batch: readonly Entry<Item, Result>[],
  run: BatchOptions<Item, Result>['run'],
): Promise<void> {
  try {
    const results = await run(batch.map(({ item }) => item));
    if (results.length !== batch.length) throw new Error('a batch answered another number of items than it was given');
    batch.forEach(({ resolve, reject }, i) => {
      const result = results[i]!;
      if (result instanceof Error) reject(result);
      else resolve(result);
    });
  } catch (error) {
    for (const { reject } of batch) reject(error);
  }
}
