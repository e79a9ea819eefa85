import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { ObjectStore } from '../media/index.ts';
import { keptRowsOf, listMigrations, listPartitions, listSequences, listTables } from './catalogue.ts';
import { inTransaction, withClient } from './connect.ts';
import { MANIFEST, objectFile, OBJECTS, tableFile, type Manifest, type StoredTable } from './manifest.ts';
import { createMeasure, measure } from './measure.ts';

interface BackupOptions {
  url: string;
  objects: Pick<ObjectStore, 'get'>;
  folder: string;
  now: Date;
  /** Aborts the backup. */
  signal?: AbortSignal;
}

const PATHS_AT_ONCE = 500;

/** Backs up one moment: a file a table, the objects they name, and a manifest that says what there must be. */
export async function backUp({ url, objects, folder, now, signal }: BackupOptions): Promise<Manifest> {
  await expectEmpty(folder);
  return withClient({ url, signal }, (client) =>
    inTransaction(client, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async () => {
      const tables: StoredTable[] = [];
      for (const name of await listTables(client)) tables.push(await writeTable(client, { folder, name }));
      const made: Manifest = {
        format: 1,
        madeAt: now.toISOString(),
        migrations: await listMigrations(client),
        partitions: await listPartitions(client),
        sequences: await listSequences(client),
        tables,
        objects: await writeObjects(client, {
          objects,
          folder,
        }),
      };
      await writeFile(join(folder, MANIFEST), `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
      return made;
    }),
  );
}

async function expectEmpty(folder: string): Promise<void> {
  await mkdir(join(folder), { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`);
  await mkdir(join(folder, 'tables'), { mode: 0o700 });
}

async function writeTable(client: Client, { folder, name }: { folder: string; name: string }): Promise<StoredTable> {
  const source = client.query(copyTo(`COPY (${keptRowsOf(name)}) TO STDOUT`));
  const measured = measure();
  await pipeline(
    source,
    measured.stream,
    createWriteStream(join(folder, tableFile(name)), { flags: 'wx', mode: 0o600 }),
  );
  return { name, rows: source.rowCount, ...measured.result() };
}

/** Objects being deleted at that moment may be gone when their turn comes. */
async function writeObjects(
  client: Client,
  { objects, folder }: { objects: Pick<ObjectStore, 'get'>; folder: string },
): Promise<Manifest['objects']> {
  await using list = await open(join(folder, OBJECTS), 'wx', 0o600);
  const listed = createMeasure();
  let [count, missing] = [0, 0];
  for await (const path of storedPaths(client)) {
    const stored = await objects.get(path);
    if (stored === null) {
      missing += 1;
      continue;
    }
    const file = join(folder, objectFile(path));
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const measured = measure();
    await pipeline(stored.body, measured.stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    const line = Buffer.from(`${JSON.stringify({ path, ...measured.result() })}\n`);
    await list.writeFile(line);
    listed.add(line);
    count += 1;
  }
  return { count, missing, ...listed.result() };
}

async function* storedPaths(client: Client): AsyncGenerator<string> {
  for (let after = ''; ;) {
    const { rows } = await client.query<{ path: string; thumb_path: string | null }>(
      'SELECT path, thumb_path FROM media.object WHERE path > $1 AND erase_at IS NULL ORDER BY path LIMIT $2',
      [after, PATHS_AT_ONCE],
    );
    for (const { path, thumb_path } of rows) {
      yield path;
      if (thumb_path !== null) yield thumb_path;
    }
    after = rows.at(-1)?.path ?? '';
    if (rows.length < PATHS_AT_ONCE) return;
  }
}
