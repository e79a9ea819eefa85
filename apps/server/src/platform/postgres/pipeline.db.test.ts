import { sql } from 'kysely';
import { beforeAll, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { asDomainError } from '../errors.ts';
import { isTaken } from './errors.ts';
import type { Statement } from './statement.ts';

const { database, clock } = await freshDatabase();
const pipeline = database.pipeline('test');

const add: Statement<never> = { name: 'test/add', text: 'INSERT INTO entry (id) VALUES ($1)' };
const all: Statement<{ id: number }> = { name: 'test/all', text: 'SELECT id FROM entry ORDER BY id' };
const backend: Statement<{ pid: number }> = { name: 'test/pid', text: 'SELECT pg_backend_pid() AS pid' };
const alive: Statement<object> = { name: 'test/alive', text: 'SELECT FROM pg_stat_activity WHERE pid = $1' };
const terminate: Statement<never> = { name: 'test/terminate', text: 'SELECT pg_terminate_backend($1)' };

beforeAll(async () => {
  await sql`CREATE TABLE entry (id int PRIMARY KEY)`.execute(database.read);
});

async function stored(): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT id FROM entry ORDER BY id`.execute(database.read);
  return rows.map(({ id }) => id);
}

test('what is sent is read by the statements after it, and committed with the rest', async () => {
  const read = await pipeline.transaction(async (tx) => {
    tx.send(add, [1]);
    const rows = await tx.run(all, []);
    tx.send(add, [2]);
    expect(tx.now.getTime()).toBe(clock.now());
    return rows;
  });
  expect(read).toEqual([{ id: 1 }]);
  expect(await stored()).toEqual([1, 2]);
});

test('a statement that was sent and fails fails the transaction, and nothing of it is stored', async () => {
  const taken = pipeline.transaction(async (tx) => {
    tx.send(add, [3]);
    tx.send(add, [1]);
    tx.send(add, [4]);
  });
  expect(isTaken(await taken.catch((error: unknown) => error))).toBe(true);
  expect(await stored()).toEqual([1, 2]);
});

test('the first failure is told, not what PostgreSQL answers to the statements after it', async () => {
  const taken = pipeline.transaction(async (tx) => {
    tx.send(add, [1]);
    await tx.run(all, []);
  });
  expect(isTaken(await taken.catch((error: unknown) => error))).toBe(true);
});

test('a failure that the work passes over is no commit', async () => {
  const passed = pipeline.transaction(async (tx) => {
    await tx.run(add, [1]).catch(() => {});
    return 'done';
  });
  await expect(passed).rejects.toThrow('duplicate key');
});

test('work that throws leaves the line clean for the next', async () => {
  const thrown = pipeline.transaction(async (tx) => {
    tx.send(add, [5]);
    throw new Error('no');
  });
  await expect(thrown).rejects.toThrow('no');
  expect(await pipeline.transaction((tx) => tx.run(all, []))).toEqual([{ id: 1 }, { id: 2 }]);
});

test('a statement that comes after its transaction is not run', async () => {
  let late: Promise<unknown> | undefined;
  const ended = Promise.withResolvers<void>();
  await pipeline.transaction(async (tx) => {
    late = ended.promise.then(() => tx.run(add, [7]));
  });
  ended.resolve();
  await expect(late).rejects.toThrow('after its transaction');
  expect(await stored()).toEqual([1, 2]);
});

test('a second transaction at once is a mistake', async () => {
  const first = pipeline.transaction((tx) => tx.run(backend, []));
  await expect(pipeline.transaction(async () => {})).rejects.toThrow('busy');
  await first;
});

test('a line whose connection was killed fails what was running and comes back', async () => {
  const killer = database.hot('killer');
  const [before] = await pipeline.transaction((tx) => tx.run(backend, []));
  const killed = pipeline.transaction(async (tx) => {
    tx.send(add, [6]);
    await tx.run(all, []);
    await killer.run(terminate, [before?.pid]);
    return tx.run(all, []);
  });
  await expect(killed).rejects.toThrow();
  const after = await vi.waitFor(() => pipeline.transaction((tx) => tx.run(backend, [])), { timeout: 10_000 });
  expect(after[0]?.pid).not.toBe(before?.pid);
  expect(await stored()).toEqual([1, 2]);
});

test('a node that stood still in a transaction was given up, and says that it is busy', async () => {
  const watcher = database.hot('watcher');
  const late = pipeline.transaction(async (tx) => {
    const [mine] = await tx.run(backend, []);
    await tx.run({ name: 'test/hurry', text: 'SET LOCAL idle_in_transaction_session_timeout = 1' }, []);
    await expect.poll(() => watcher.run(alive, [mine?.pid])).toEqual([]);
    return tx.run(all, []);
  });
  expect(asDomainError(await late.catch((error: unknown) => error)).reason).toBe('busy');
});

test('a closed line takes no more', async () => {
  const line = database.pipeline('closing');
  await line.transaction((tx) => tx.run(all, []));
  await line.close();
  await expect(line.transaction(async () => {})).rejects.toThrow('closed');
});

test('a line that is closed as it connects holds up nobody', async () => {
  const late = database.pipeline('late');
  const work = late.transaction((tx) => tx.run(all, []));
  const refused = expect(work).rejects.toThrow('closed as it connected');
  await late.close();
  await refused;
});
