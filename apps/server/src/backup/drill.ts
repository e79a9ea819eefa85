import { randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openObjectStore, type ObjectStore } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';
import { openDatabase } from '../platform/postgres/open.ts';
import { backUp } from './back-up.ts';
import { withClient } from './connect.ts';
import { objectFile, OBJECTS, storedObject, tableFile, type Manifest } from './manifest.ts';
import { sumOfLines } from './measure.ts';
import { DamagedBackup, restore } from './restore.ts';

interface DrillOptions {
  url: string;
  objects: ObjectStore;
  /** Must not exist yet; needs room for three times the backup; deleted afterwards. */
  folder: string;
  clock: Clock;
  log: Log;
  /** Applies the ledger's suspensions, blocks and deletions since; returns for how many accounts. */
  replayLedger(there: Omit<Copy, 'url'>): Promise<number>;
  /** Schedules accounts erased since to be erased again; returns how many. */
  eraseAgain(there: Omit<Copy, 'url'>): Promise<number>;
  /** Ends the drill early; nothing stays then either. */
  signal: AbortSignal;
  /** Called with each step and how long it took. */
  print(line: string): void;
}

interface Copy {
  database: Database;
  objects: ObjectStore;
  url: string;
}

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));

/**
 * Backs up what is there, restores it into an empty database beside it, and checks that nothing is missing or
 * different. Then checks that a backup with one changed byte is refused. Changes nothing in use and leaves nothing
 * behind.
 */
export async function drill(options: DrillOptions): Promise<void> {
  const { url, folder, clock, signal } = options;
  const objects = until(signal, options.objects);
  const timed = startTiming(options.print);
  await dropLeftOvers(url);
  await makeFolder(folder);
  const [first, second] = [join(folder, 'first'), join(folder, 'second')];
  try {
    const made = await backUp({ url, objects, folder: first, now: new Date(clock.now()), signal });
    timed(`Backed up: ${rowsOf(made)} rows, ${made.objects.count} files`);
    await withEmptyPlace(options, async (copy) => {
      await restore({ ...copy, folder: first, signal });
      timed('Restored into an empty database and an empty folder');
      const again = await backUp({ ...copy, folder: second, now: new Date(clock.now()), signal });
      expectSame(await contentsOf(first, made), await contentsOf(second, again));
      timed('Backed up from there: the same rows and files');
      timed(`Different from the ledger: ${await options.replayLedger({ database: copy.database, objects })}`);
      timed(`To be erased again: ${await options.eraseAgain({ database: copy.database, objects })}`);
    });
    for (const file of await oneOfEachKind(first, made)) {
      await changeOneByte(join(first, file));
      await withEmptyPlace(options, async (copy) => expectRefused(restore({ ...copy, folder: first, signal })));
      await changeOneByte(join(first, file));
      timed(`One byte of ${file} changed: refused`);
    }
  } catch (error) {
    // An aborted step fails with an error of its own; the abort is reported instead.
    signal.throwIfAborted();
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The folder is deleted afterwards, so an existing one is refused, even an empty one. */
async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST') throw new Error(`${folder} is there already; a drill takes a new folder.`);
    throw error;
  });
}

/** Wraps a store so that reads and writes fail after the signal. */
function until(signal: AbortSignal, store: ObjectStore): ObjectStore {
  return {
    ...store,
    async get(...what) {
      signal.throwIfAborted();
      return store.get(...what);
    },
    async put(...what) {
      signal.throwIfAborted();
      return store.put(...what);
    },
  };
}

/** Drops the databases of killed drills. One with connections belongs to a drill that runs now. */
async function dropLeftOvers(url: string): Promise<void> {
  await withClient({ url }, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database AS d WHERE datname ~ '^yonder_drill_[0-9a-f]{12}$'
        AND pg_has_role(datdba, 'USAGE') AND NOT EXISTS (SELECT FROM pg_stat_activity AS a WHERE a.datid = d.oid)`,
    );
    for (const { datname } of rows) await client.query(`DROP DATABASE IF EXISTS ${datname}`);
  });
}

function startTiming(print: (line: string) => void): (what: string) => void {
  let before = performance.now();
  return (what) => {
    const now = performance.now();
    print(`${what} (${((now - before) / 1_000).toFixed(1)} s)`);
    before = now;
  };
}

/** Makes a migrated database on the same server and a store of files, both deleted afterwards. */
async function withEmptyPlace(
  { url, folder, clock, log, signal }: Pick<DrillOptions, 'url' | 'folder' | 'clock' | 'log' | 'signal'>,
  work: (copy: Copy) => Promise<void>,
): Promise<void> {
  const name = `yonder_drill_${randomBytes(6).toString('hex')}`;
  const root = join(folder, name);
  const there = new URL(url);
  there.pathname = `/${name}`;
  signal.throwIfAborted();
  await withClient({ url }, (client) => client.query(`CREATE DATABASE ${name}`));
  try {
    const copy = { databaseUrl: there.href, migrations: MIGRATIONS, log, clock, onDeath() {} };
    const { close, ...opened } = await openDatabase(copy);
    try {
      await work({ ...opened, objects: until(signal, openObjectStore({ url: `file:${root}`, s3: null, clock })) });
    } finally {
      await close();
    }
  } finally {
    await withClient({ url }, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`));
    await rm(root, { recursive: true, force: true });
  }
}

function rowsOf({ tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, 0);
}

/** Returns a fingerprint that does not depend on the order of rows. */
async function contentsOf(
  backup: string,
  { tables, sequences, objects: { count, sha256 } }: Manifest,
): Promise<string> {
  const sums: string[] = [];
  for (const { name } of tables) {
    sums.push(`${name} ${await sumOfLines(createReadStream(join(backup, tableFile(name))))}`);
  }
  return JSON.stringify({ sums, sequences, count, sha256 });
}

function expectSame(made: string, again: string): void {
  if (made !== again) throw new Error('What was restored is not what was backed up.');
}

/** One table and, where there are any, one object: the kinds of file a restore reads. */
async function oneOfEachKind(backup: string, { tables, objects }: Manifest): Promise<string[]> {
  const table = tables.find(({ bytes }) => bytes > 0);
  if (table === undefined) throw new Error('There is nothing to drill with: no table has a row.');
  if (objects.count === 0) return [tableFile(table.name)];
  const [line = ''] = (await readFile(join(backup, OBJECTS), 'utf8')).split('\n');
  return [tableFile(table.name), objectFile(storedObject.parse(JSON.parse(line)).path)];
}

/** Called twice, it restores the file. */
async function changeOneByte(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  const [byte] = (await handle.read(Buffer.alloc(1), 0, 1, 0)).buffer;
  await handle.write(Buffer.of((byte ?? 0) ^ 1), 0, 1, 0);
}

/** Expects DamagedBackup and no other error: a database that is away would refuse everything. */
async function expectRefused(work: Promise<unknown>): Promise<void> {
  const outcome = await work.then(
    () => 'taken' as const,
    (error: unknown) => error,
  );
  if (outcome === 'taken') throw new Error('A backup that was changed was taken for whole.');
  if (!(outcome instanceof DamagedBackup)) throw outcome;
}
