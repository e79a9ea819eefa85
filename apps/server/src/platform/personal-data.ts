import type { Kysely } from 'kysely';
import type { DB, Tx } from './database.ts';

/** One file of somebody's copy: what a module keeps of them, a row an object. */
export interface Area {
  /** Of its file, without the ending. */
  name: string;
  /** What is in it and what its fields mean, in words for whoever opens it. */
  about: string;
  /** Page by page: nobody's copy is held in memory. */
  rows(db: Kysely<DB>, userId: string): AsyncIterable<object>;
}

/**
 * What one transaction of an erasure came to. more: there was too much for it. held: a report keeps something, which is
 * looked at again.
 */
export type Erased = 'done' | 'more' | 'held';

/** What a module keeps of people: how somebody gets a copy of it, and how it goes. */
export interface PersonalData {
  areas: readonly Area[];
  /**
   * A piece of what is theirs goes, in a transaction of its own; what belongs to others stays readable without them. With
   * nothing left it does nothing, so an erasure that was cut off begins anew.
   */
  erase(tx: Tx, userId: string): Promise<Erased>;
}

/** Rows of a table by pages: each asked for with the last row of the page before. */
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

/** All of them at once: for what nobody has many of. */
export async function* few<Row extends object>(rows: Promise<Row[]>): AsyncGenerator<Row> {
  yield* await rows;
}

/** Of a batch of so many rows at most: whether it was the last one. */
export function lastOf(touched: number | bigint, limit: number): Erased {
  return Number(touched) < limit ? 'done' : 'more';
}

/** Rows that one transaction of an erasure touches. */
export const ERASED_AT_ONCE = 200;
