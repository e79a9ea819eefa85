import pg from 'pg';

/** The queries of this process that wait for their answer, by database. */
export interface QueryCount {
  underWay(database: string): number;
  /** How they begin, for whoever looks for one that is never answered. */
  texts(database: string): string[];
  /** Resolves once none waits. */
  idle(database: string): Promise<void>;
  stop(): void;
}

export function countQueries(): QueryCount {
  const counts = new Map<string, number>();
  const open = new Map<object, [string, string]>();
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  const { prototype } = pg.Client;
  const { query } = prototype;

  function change(database: string, by: number): void {
    const count = (counts.get(database) ?? 0) + by;
    counts.set(database, count);
    if (count > 0) return;
    waiting.get(database)?.resolve();
    waiting.delete(database);
  }
  function counted(this: pg.Client, ...args: unknown[]): unknown {
    const database = this.database ?? '';
    const key = {};
    const finish = (): void => {
      if (open.delete(key)) change(database, -1);
    };
    open.set(key, [database, JSON.stringify(args[0]).slice(0, 80)]);
    change(database, 1);
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (...results: unknown[]): unknown => {
        finish();
        return Reflect.apply(callback, undefined, results);
      };
    }
    const answer: unknown = Reflect.apply(query, this, args);
    if (answer instanceof Promise) answer.then(finish, finish);
    else if (typeof callback !== 'function') finish();
    return answer;
  }
  Reflect.set(prototype, 'query', counted);
  return {
    texts: (database) => [...open.values()].filter(([one]) => one === database).map(([, text]) => text),
    underWay: (database) => counts.get(database) ?? 0,
    async idle(database) {
      if ((counts.get(database) ?? 0) === 0) return;
      const waits = waiting.get(database) ?? Promise.withResolvers<void>();
      waiting.set(database, waits);
      await waits.promise;
    },
    stop: () => void Reflect.set(prototype, 'query', query),
  };
}
