import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { migrate } from './migrate.ts';

const { database, url } = await freshDatabase();
let folder: string;

beforeEach(async () => {
  folder = temporaryFolder();
  await sql`TRUNCATE public.migration`.execute(database.read);
  await sql`DROP TABLE IF EXISTS thing`.execute(database.read);
});

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

async function things(): Promise<unknown[]> {
  return (await sql`SELECT * FROM thing ORDER BY id`.execute(database.read)).rows;
}

test('migrations are applied once, in the order of their names', async () => {
  write('0002_fill.sql', 'INSERT INTO thing VALUES (1)');
  write('0001_make.sql', 'CREATE TABLE thing (id int); INSERT INTO thing VALUES (0)');
  expect(await migrate(url, folder)).toEqual(['0001_make.sql', '0002_fill.sql']);
  expect(await migrate(url, folder)).toEqual([]);
  write('0003_more.sql', 'INSERT INTO thing VALUES (2)');
  expect(await migrate(url, folder)).toEqual(['0003_more.sql']);
  expect(await things()).toEqual([{ id: 0 }, { id: 1 }, { id: 2 }]);
});

test('five nodes that start together migrate once', async () => {
  write('0001_make.sql', 'CREATE TABLE thing (id int); INSERT INTO thing VALUES (0)');
  const applied = await Promise.all([1, 2, 3, 4, 5].map(() => migrate(url, folder)));
  expect(applied.flat()).toEqual(['0001_make.sql']);
  expect(await things()).toEqual([{ id: 0 }]);
});

test('a migration that was edited after it was applied is refused by name', async () => {
  write('0001_make.sql', 'CREATE TABLE thing (id int)');
  await migrate(url, folder);
  write('0001_make.sql', 'CREATE TABLE thing (id bigint)');
  await expect(migrate(url, folder)).rejects.toThrow('The migration 0001_make.sql was changed after it was applied.');
});

test('a migration that fails leaves nothing of itself and is named', async () => {
  write('0001_make.sql', 'CREATE TABLE thing (id int)');
  write('0002_broken.sql', 'INSERT INTO thing VALUES (1); SELECT 1 / 0');
  await expect(migrate(url, folder)).rejects.toThrow('The migration 0002_broken.sql failed: division by zero');
  expect(await things()).toEqual([]);
  write('0002_broken.sql', 'INSERT INTO thing VALUES (1)');
  expect(await migrate(url, folder)).toEqual(['0002_broken.sql']);
});

test('a migration that has to wait for somebody who reads, as a backup does, holds up nobody else', async () => {
  write('0001_make.sql', 'CREATE TABLE thing (id int)');
  await migrate(url, folder);
  const backup = new pg.Client({ connectionString: url });
  await backup.connect();
  onTestFinished(() => backup.end());
  await backup.query('BEGIN; SELECT FROM thing');

  write('0002_more.sql', 'ALTER TABLE thing ADD more int');
  const migrating = migrate(url, folder);
  const waiting = () =>
    sql`SELECT FROM pg_locks WHERE relation = 'thing'::regclass AND NOT granted`.execute(database.read);
  await expect.poll(async () => (await waiting()).rows).toHaveLength(1);
  expect(await things(), 'while the backup goes on').toEqual([]);
  const olderVersion = temporaryFolder();
  copyFileSync(join(folder, '0001_make.sql'), join(olderVersion, '0001_make.sql'));
  expect(await migrate(url, olderVersion), 'a node of the version before starts').toEqual([]);
  await backup.query('COMMIT');
  expect(await migrating).toEqual(['0002_more.sql']);
});
