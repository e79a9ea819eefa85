import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import type { Statement } from './statement.ts';

const { database } = await freshDatabase();
const backend: Statement<{ pid: number }> = { name: 'test/backend', text: 'SELECT pg_backend_pid() AS pid' };
const setting = { name: 'test/setting', text: "SELECT current_setting('enable_seqscan') AS setting" };
const terminate = { name: 'test/terminate', text: 'SELECT pg_terminate_backend($1)' };
const prepared = { name: 'test/prepared', text: 'SELECT name FROM pg_prepared_statements ORDER BY name' };

test('a lane keeps its one connection, its names and its planner setting', async () => {
  const lane = database.hot('lane');
  const pids = await Promise.all([1, 2, 3].map(() => lane.run(backend, [])));
  expect(new Set(pids.map(([row]) => row?.pid)).size).toBe(1);
  expect(await lane.run(setting, [])).toEqual([{ setting: 'off' }]);
  expect(await lane.run(prepared, [])).toEqual([backend, prepared, setting].map(({ name }) => ({ name })));
  await lane.close();
});

test('a statement that is refused leaves a lane its connection and what it has prepared', async () => {
  const lane = database.hot('lane');
  const [before] = await lane.run(backend, []);
  const refused = lane.run({ name: 'test/refused', text: 'SELECT 1 / $1::int' }, [0]);
  await expect(refused).rejects.toThrow('division by zero');
  expect(await lane.run(backend, [])).toEqual([before]);
  expect(await lane.run(prepared, [])).toContainEqual({ name: backend.name });
  await lane.close();
});

test('the locks of a transaction that stands still are free after 5 s, on a lane and elsewhere', async () => {
  const lane = database.hot('lane');
  const patience = {
    name: 'test/patience',
    text: "SELECT current_setting('idle_in_transaction_session_timeout') AS ms",
  };
  expect(await lane.run(patience, [])).toEqual([{ ms: '5s' }]);
  expect((await sql.raw(patience.text).execute(database.read)).rows).toEqual([{ ms: '5s' }]);
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

test('a statement that nobody waits for fails what comes after it, for its own reason, and the next one finds the lane clean', async () => {
  const lane = database.hot('lane');
  const divide: Statement<never> = { name: 'test/divide', text: 'SELECT 1 / $1::int' };
  const failed = lane.transaction(async (tx) => {
    tx.send(divide, [0]);
    return tx.run(backend, []);
  });
  await expect(failed).rejects.toThrow('division by zero');
  const queried = lane.transaction(async (tx) => {
    tx.send(divide, [0]);
    return sql`SELECT 1`.execute(tx.db);
  });
  await expect(queried).rejects.toThrow('division by zero');
  expect(await lane.transaction((tx) => tx.run(backend, []))).toHaveLength(1);
  await lane.close();
});

test('a lane whose connection was killed fails what was running and comes back', async () => {
  const [lane, killer] = [database.hot('lane'), database.hot('killer')];
  const [before] = await lane.run(backend, []);
  const killed = lane.transaction(async (tx) => {
    await killer.run(terminate, [before?.pid]);
    return tx.run(backend, []);
  });
  await expect(killed).rejects.toThrow();
  const after = await vi.waitFor(() => lane.run(backend, []), { timeout: 10_000 });
  expect(after[0]?.pid).not.toBe(before?.pid);
  await Promise.all([lane.close(), killer.close()]);
});
