import { createReadStream, openAsBlob } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { ObjectStore } from '../media/index.ts';
import { makePartitions } from '../platform/postgres/partitions.ts';
import { listMigrations, listTables } from './catalogue.ts';
import { inTransaction, withClient } from './connect.ts';
import {
  MANIFEST,
  manifest,
  objectFile,
  OBJECTS,
  storedObject,
  tableFile,
  type Manifest,
  type StoredObject,
  type StoredTable,
} from './manifest.ts';
import { measure, sumOfLines } from './measure.ts';

/** A file or a table differs from the manifest. */
export class DamagedBackup extends Error {}

interface RestoreOptions {
  /** A migrated database without accounts. */
  url: string;
  objects: Pick<ObjectStore, 'put'>;
  folder: string;
  /** Aborts the restore. */
  signal?: AbortSignal;
}

/**
 * Restores a backup into an empty database, all of it or nothing. Every file is checked against the manifest first, and
 * every table once more as it comes out of the database. Files go into the store last. The store rolls nothing back: a
 * failure may leave some that no row names. @throws DamagedBackup
 */
export async function restore({ url, objects, folder, signal }: RestoreOptions): Promise<Manifest> {
  const wanted = manifest.parse(JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')));
  return withClient({ url, signal }, async (client) => {
    await expectFit(client, wanted);
    for (const table of wanted.tables) await expectWhole({ folder, table });
    await expectWholeList(folder, wanted);
    for await (const object of listObjects(folder)) await expectWholeObject(folder, object);
    for (const { table, month } of wanted.partitions) await makePartitions(url, [table], new Date(`${month}-01`));
    await inTransaction(client, 'BEGIN', async () => {
      await setTriggers(client, wanted, 'DISABLE');
      await client.query(`TRUNCATE ${wanted.tables.map(({ name }) => name).join(', ')}`);
      for (const table of wanted.tables) await readTable(client, { folder, table });
      await setTriggers(client, wanted, 'ENABLE');
      for (const table of wanted.tables) await compare(client, { folder, table });
      for (const { name, value } of wanted.sequences) {
        if (value !== null) await client.query('SELECT setval($1::regclass, $2)', [name, value]);
      }
      for await (const { path } of listObjects(folder)) {
        await objects.put(path, await openAsBlob(join(folder, objectFile(path))));
      }
    });
    await client.query('ANALYZE');
    return wanted;
  });
}

async function expectFit(client: Client, wanted: Manifest): Promise<void> {
  const names = (rows: Manifest['migrations']): string => rows.map(({ name, hash }) => `${name} ${hash}`).join();
  if (names(await listMigrations(client)) !== names(wanted.migrations)) {
    throw new Error('This backup is of another version of the product. Restore it with that version.');
  }
  const known = await listTables(client);
  const foreign = wanted.tables.filter(({ name }) => !known.includes(name));
  if (foreign.length > 0) throw new Error(`There is no table ${foreign[0]?.name}.`);
  const { rowCount } = await client.query('SELECT FROM identity.account LIMIT 1');
  if (rowCount !== 0) throw new Error('There are people in this database. A backup is restored into an empty one.');
}

/** Triggers would refuse or change rows that must be as they were. */
async function setTriggers(client: Client, { tables }: Manifest, to: 'ENABLE' | 'DISABLE'): Promise<void> {
  for (const { name } of tables) await client.query(`ALTER TABLE ${name} ${to} TRIGGER USER`);
}

/** Runs before anything is restored: a file that PostgreSQL cannot read must count as damaged, too. */
async function expectWhole({ folder, table }: { folder: string; table: StoredTable }): Promise<void> {
  const { name, bytes, sha256 } = table;
  const measured = measure();
  await pipeline(createReadStream(join(folder, tableFile(name))), measured.stream, nowhere());
  expectSame(tableFile(name), measured.result(), { bytes, sha256 });
}

async function readTable(client: Client, { folder, table }: { folder: string; table: StoredTable }): Promise<void> {
  const { name, ...expected } = table;
  const measured = measure();
  const target = client.query(copyFrom(`COPY ${name} FROM STDIN`));
  await pipeline(createReadStream(join(folder, tableFile(name))), measured.stream, target);
  expectSame(tableFile(name), { rows: target.rowCount, ...measured.result() }, expected);
}

/** Compares rows regardless of order: PostgreSQL fills up the room in earlier pages, and reads page by page. */
async function compare(client: Client, { folder, table }: { folder: string; table: StoredTable }): Promise<void> {
  const { name, rows } = table;
  const sum = await sumOfLines(createReadStream(join(folder, tableFile(name))));
  const source = client.query(copyTo(`COPY (SELECT * FROM ${name}) TO STDOUT`));
  expectSame(name, { sum: await sumOfLines(source), rows: source.rowCount }, { sum, rows });
}

async function expectWholeList(folder: string, { objects }: Manifest): Promise<void> {
  const { count: _count, missing: _missing, ...expected } = objects;
  const listed = measure();
  await pipeline(createReadStream(join(folder, OBJECTS)), listed.stream, nowhere());
  expectSame(OBJECTS, listed.result(), expected);
}

async function* listObjects(folder: string): AsyncGenerator<StoredObject> {
  await using list = await open(join(folder, OBJECTS));
  for await (const line of list.readLines()) yield storedObject.parse(JSON.parse(line));
}

async function expectWholeObject(folder: string, { path, ...expected }: StoredObject): Promise<void> {
  const measured = measure();
  await pipeline(createReadStream(join(folder, objectFile(path))), measured.stream, nowhere());
  expectSame(path, measured.result(), expected);
}

function expectSame<Measure extends object>(what: string, found: Measure, expected: Measure): void {
  const differs = Object.entries(expected).some(([key, value]) => Reflect.get(found, key) !== value);
  if (differs) throw new DamagedBackup(`${what} is not what was backed up: ${JSON.stringify({ found, expected })}`);
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
