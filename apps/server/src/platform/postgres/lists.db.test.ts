import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { listOf } from './lists.ts';

const { database } = await freshDatabase();

/** PostgreSQL's text has no U+0000 and no lone surrogate. */
const text = fc.string({ unit: 'grapheme' }).filter((value) => value.isWellFormed() && !value.includes('\0'));
const awkward = fc.constantFrom('', 'NULL', 'null', '{}', 'a,b', '"', '\\', ' ', "'; DROP TABLE x; --", '{"a"}');

test('whatever is written as a list is read as the same values', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(fc.oneof(text, awkward))), async (values) => {
      const { rows } = await sql<{ read: unknown }>`SELECT ${listOf(values)}::text[] AS read`.execute(database.read);
      expect(rows).toEqual([{ read: values }]);
    }),
  );
});

test('numbers are written as numbers', async () => {
  const { rows } = await sql`SELECT ${listOf([1, -20, 2 ** 53 - 1, null])}::bigint[]::text AS read`.execute(
    database.read,
  );
  expect(rows).toEqual([{ read: '{1,-20,9007199254740991,NULL}' }]);
});
