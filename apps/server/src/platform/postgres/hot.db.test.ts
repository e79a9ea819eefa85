import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { statement } from './statement.ts';

const { database } = await freshDatabase();
const folder = mkdtempSync(join(tmpdir(), 'yonder-statements-'));

function written<Row>(name: string, text: string) {
  writeFileSync(join(folder, `${name}.sql`), text);
  return statement<Row>(pathToFileURL(join(folder, `${name}.sql`)).href);
}

const backend = written<{ pid: number }>('backend', 'SELECT pg_backend_pid() AS pid');
const setting = written<{ setting: string }>('setting', "SELECT current_setting('enable_seqscan') AS setting");
const prepared = written<{ name: string }>('prepared', 'SELECT name FROM pg_prepared_statements ORDER BY name');

test('a lane keeps its one connection, its names and its planner setting', async () => {
  const lane = database.hot('lane');
  const pids = await Promise.all([1, 2, 3].map(() => lane.run(backend, [])));
  expect(new Set(pids.map(([row]) => row?.pid)).size).toBe(1);
  expect(await lane.run(setting, [])).toEqual([{ setting: 'off' }]);
  const names = (await lane.run(prepared, [])).map((row) => row.name.split('/').at(-1));
  expect(names).toEqual(['backend', 'prepared', 'setting']);
  await lane.close();
});

test('a transaction of a lane shares its connection between named statements and queries', async () => {
  const lane = database.hot('lane');
  const pids = await lane.transaction(async (tx) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx.db);
    return [await tx.run(backend, []), rows];
  });
  expect(pids[0]).toEqual(pids[1]);
  await lane.close();
});

test('a lane whose connection was killed fails what was running and comes back', async () => {
  const lane = database.hot('lane');
  const [before] = await lane.run(backend, []);
  const killed = lane.transaction(async (tx) => {
    await sql`SELECT pg_terminate_backend(${before?.pid})`.execute(database.read);
    return tx.run(backend, []);
  });
  await expect(killed).rejects.toThrow();
  const after = await vi.waitFor(() => lane.run(backend, []));
  expect(after[0]?.pid).not.toBe(before?.pid);
  await lane.close();
});
