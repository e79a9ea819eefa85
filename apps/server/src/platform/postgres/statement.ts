import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DummyDriver, Kysely, type CompiledQuery } from 'kysely';
import { dialectOf } from './dialect.ts';

/** A named statement, planned once a connection. `Row` is what it returns. */
export interface Statement<Row> {
  name: string;
  text: string;
  /** Carries the type only. */
  row?: Row;
}

/** Reads the one statement of a .sql file beside its store: `statement<Row>(import.meta.resolve('./claim.sql'))`. */
export function statement<Row>(address: string): Statement<Row> {
  const { pathname } = new URL(address);
  return {
    name: `${basename(dirname(pathname))}/${basename(pathname, '.sql')}`,
    text: readFileSync(new URL(address), 'utf8'),
  };
}

/** Compiles queries and runs nothing. */
const composer = new Kysely<unknown>({ dialect: dialectOf(new DummyDriver()) });
const names = new Map<string, string>();

/** A query of Kysely's, or a piece of its `sql`. */
export interface Composed<Row> {
  compile(by: Kysely<unknown>): CompiledQuery<Row>;
}

/** Turns a composed query of few shapes into a statement, named by its text. */
export function composed<Row>(query: Composed<Row>): { statement: Statement<Row>; values: readonly unknown[] } {
  const { sql: text, parameters: values } = query.compile(composer);
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = createHash('sha256').update(text).digest('hex').slice(0, 32)));
  return { statement: { name, text }, values };
}
