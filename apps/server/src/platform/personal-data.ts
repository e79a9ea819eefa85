import type { Kysely } from 'kysely';
import type { DB, Tx } from './database.ts';

/** One file of a user's copy: what a module keeps of them, a row an object. */
export interface Area {
  /** The file's name without the ending. */
  name: string;
  /** What is in it and what its fields mean, in words for its reader. */
  about: string;
  /** Yields page by page: no copy is held in memory. */
  rows(db: Kysely<DB>, userId: string): AsyncIterable<object>;
}

/**
 * The outcome of one transaction of an erasure. more: rows are left. held: a report keeps some, which is looked at
 * again.
 */
export type Erased = 'done' | 'more' | 'held';

/** The personal data of a module: how it is copied and erased. */
export interface PersonalData {
  areas: readonly Area[];
  /**
   * Erases a piece of the user's data, in a transaction of its own; what belongs to others stays readable. With nothing
   * left it does nothing, so an interrupted erasure can begin anew.
   */
  erase(tx: Tx, userId: string): Promise<Erased>;
}

/** Yields a table's rows by pages: each is requested with the last row of the page before. */
export async function* byPages<Key, Row extends Key>(
  page: (last: Key | null, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row> {
  const limit = 500;
  for (let last: Key | null = null; ;) {
    const rows: Row[] = await page(last, limit);
    yield* rows;
    last = rows.at(-1) ?? null;
    if (rows.length < limit) return;
  }
}

/** Yields all rows at once: for data of which no user has much. */
export async function* few<Row extends object>(rows: Promise<Row[]>): AsyncGenerator<Row> {
  yield* await rows;
}

/** Whether a batch of at most `limit` rows was the last one. */
export function lastOf(touched: number | bigint, limit: number): Erased {
  return Number(touched) < limit ? 'done' : 'more';
}

/** Rows that one transaction of an erasure touches. */
export const ERASED_AT_ONCE = 200;
