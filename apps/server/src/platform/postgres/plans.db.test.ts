import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { sequentialScans } from '../../testing/plans.ts';

const { database } = await freshDatabase();
const SOURCES = fileURLToPath(new URL('../..', import.meta.url));

/** A .sql file beside a store is a hot statement. */
const hotStatements = globSync('**/*.sql', { cwd: SOURCES });

test.each(hotStatements)('%s is planned without a sequential scan on empty tables', async (file) => {
  const text = readFileSync(join(SOURCES, file), 'utf8');
  expect(await sequentialScans(database, { text })).toEqual([]);
});

test('a statement without a fitting index is found out', async () => {
  expect(await sequentialScans(database, { text: 'SELECT * FROM platform.deadline WHERE kind = $1' })).toEqual([
    'deadline',
  ]);
});
