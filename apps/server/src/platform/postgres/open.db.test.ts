import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { MIGRATIONS } from '../../testing/postgres.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { openDatabase } from './open.ts';

const { url, log } = await freshDatabase();
const neverDies = (): void => {};

/** The function every opened database is queried for after its migrations. */
const PLATFORM_TIME = `CREATE SCHEMA platform; ${readFileSync(join(MIGRATIONS, '0044_platform_time.sql'), 'utf8')}`;

function migrations(...texts: string[]): string {
  const folder = join(temporaryFolder(), 'migrations');
  mkdirSync(folder);
  texts.forEach((text, i) => writeFileSync(join(folder, `000${i + 1}_thing.sql`), text));
  return folder;
}

test('an opened embedded database is migrated, tells the database’s time, and is closed as a whole', async () => {
  const databaseUrl = `embedded:${temporaryFolder()}/db`;
  const { database, clock, close } = await openDatabase({
    databaseUrl,
    migrations: migrations(PLATFORM_TIME, 'CREATE TABLE thing (id int)'),
    log,
    onDeath: neverDies,
  });
  const { rows } = await sql<{ at: Date }>`INSERT INTO thing VALUES (1) RETURNING clock_timestamp() AS at`.execute(
    database.read,
  );
  expect(Math.abs(clock.now() - Number(rows[0]?.at))).toBeLessThan(100);
  await close();
  await expect(sql`SELECT 1`.execute(database.read)).rejects.toThrow();
});

test('a database that cannot be migrated is let go of again', async () => {
  const databaseUrl = `embedded:${temporaryFolder()}/db`;
  const opening = { databaseUrl, log, onDeath: neverDies };
  await expect(openDatabase({ ...opening, migrations: migrations('SELECT 1 / 0') })).rejects.toThrow(
    'division by zero',
  );
  const { close } = await openDatabase({ ...opening, migrations: migrations(PLATFORM_TIME, 'SELECT 1') });
  await close();
});

test('somebody else’s PostgreSQL is reached by its address', async () => {
  const { database, close } = await openDatabase({
    databaseUrl: url,
    migrations: migrations('SELECT 1'),
    log,
    onDeath: neverDies,
  });
  expect((await sql`SELECT 1 AS one`.execute(database.read)).rows).toEqual([{ one: 1 }]);
  await close();
});
