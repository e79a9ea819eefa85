import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

/** A named statement: PostgreSQL plans it once a connection. `Row` is what it returns. */
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
