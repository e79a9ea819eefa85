import pg from 'pg';
import * as z from 'zod/mini';

const spoken = z.union([z.string(), z.looseObject({ text: z.string() })]);

/** The texts of all statements that connections of this process send until it is stopped. */
export function hearQueries(): { texts: ReadonlySet<string>; stop(): void } {
  const texts = new Set<string>();
  const { prototype } = pg.Client;
  const { query } = prototype;
  function heard(this: pg.Client, ...args: unknown[]): unknown {
    const { data } = spoken.safeParse(args[0]);
    if (data !== undefined) texts.add(typeof data === 'string' ? data : data.text);
    return Reflect.apply(query, this, args);
  }
  Reflect.set(prototype, 'query', heard);
  return { texts, stop: () => void Reflect.set(prototype, 'query', query) };
}
