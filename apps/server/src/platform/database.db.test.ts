import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { withSavepoint, type Tx } from './database.ts';

const { database, clock } = await freshDatabase();

beforeEach(async () => {
  await sql`DROP TABLE IF EXISTS account`.execute(database.read);
  await sql`CREATE TABLE account (id int PRIMARY KEY, balance int NOT NULL)`.execute(database.read);
  await sql`INSERT INTO account VALUES (1, 0), (2, 0)`.execute(database.read);
});

const add = (tx: Tx, id: number) => sql`UPDATE account SET balance = balance + 1 WHERE id = ${id}`.execute(tx.db);

async function balances(): Promise<number[]> {
  const { rows } = await sql<{ balance: number }>`SELECT balance FROM account ORDER BY id`.execute(database.read);
  return rows.map((row) => row.balance);
}

/** Two transactions that lock the same two rows in opposite orders, each waiting until the other has its first. */
function crossing(effects: string[]): Promise<void>[] {
  const first = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  return [[1, 2] as const, [2, 1] as const].map(([one, other], i) =>
    database.transaction(async (tx) => {
      tx.after(() => effects.push(`${one} then ${other}`));
      await add(tx, one);
      first[i]!.resolve();
      await Promise.all(first.map((lock) => lock.promise));
      await add(tx, other);
    }),
  );
}

test('a transaction sacrificed to a deadlock is repeated; its effects run once', async () => {
  const effects: string[] = [];
  await Promise.all(crossing(effects));
  expect(await balances()).toEqual([2, 2]);
  expect(effects.toSorted()).toEqual(['1 then 2', '2 then 1']);
});

test('a serialization failure is repeated until it succeeds', async () => {
  let attempts = 0;
  await database.transaction(async (tx) => {
    attempts += 1;
    await add(tx, 1);
    if (attempts < 4) await sql`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END $$`.execute(tx.db);
  });
  expect(attempts).toBe(4);
  expect(await balances()).toEqual([1, 0]);
});

test('any other failure rolls back, is thrown at once and has no effects', async () => {
  let attempts = 0;
  const effects: string[] = [];
  const failing = database.transaction(async (tx) => {
    attempts += 1;
    tx.after(() => effects.push('told'));
    await add(tx, 1);
    throw new Error('on purpose');
  });
  await expect(failing).rejects.toThrow('on purpose');
  expect(attempts).toBe(1);
  expect(effects).toEqual([]);
  expect(await balances()).toEqual([0, 0]);
});

test('a failing effect neither undoes the commit nor keeps the next from running', async () => {
  const effects: string[] = [];
  await database.transaction(async (tx) => {
    await add(tx, 1);
    tx.after(() => {
      throw new Error('on purpose');
    });
    tx.after(() => effects.push('told'));
  });
  expect(effects).toEqual(['told']);
  expect(await balances()).toEqual([1, 0]);
});

test('a savepoint keeps what succeeded before it and drops the effects of what failed in it', async () => {
  const effects: string[] = [];
  await database.transaction(async (tx) => {
    await add(tx, 1);
    await withSavepoint(tx, async (step) => {
      await add(step, 1);
      step.after(() => effects.push('kept'));
    });
    const failing = withSavepoint(tx, async (step) => {
      await add(step, 2);
      step.after(() => effects.push('dropped'));
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
  });
  expect(effects).toEqual(['kept']);
  expect(await balances()).toEqual([2, 0]);
});

test('a transaction has one time, and its deadlines are heard of after the commit', async () => {
  const heard: Date[] = [];
  const due = new Date(clock.now() + 5000);
  const stop = database.onDeadline((at) => heard.push(at));
  await database.transaction(async (tx) => {
    await tx.deadline({ kind: 'any', key: 'a', due });
    await clock.advance(10);
    expect(tx.now.getTime()).toBe(clock.now() - 10);
    expect(heard).toEqual([]);
  });
  expect(heard).toEqual([due]);
  stop();
});

test('numbers, calendar dates and the ends of time arrive as the row types say', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT count(*) AS many, date '2001-02-03' AS day, timestamptz 'infinity' AS never, timestamptz '-infinity' AS ever
    FROM account
  `.execute(database.read);
  expect(rows).toEqual([{ many: 2, day: '2001-02-03', never: new Date(8.64e15), ever: new Date(-8.64e15) }]);
});

test('a transaction that asks for a second connection fails at once, on the pool and on a lane', async () => {
  const lane = database.hot('guarded');
  const reading = () => database.read.selectFrom('platform.lease').select('name').execute();
  const nested = () => database.transaction(async () => {});
  for (const open of [(work: () => Promise<unknown>) => database.transaction(work), lane.transaction]) {
    for (const second of [reading, nested]) await expect(open(second)).rejects.toThrow('a second connection');
  }
  let left: Promise<unknown> | undefined;
  const ended = Promise.withResolvers<void>();
  await database.transaction(async () => {
    left = ended.promise.then(reading);
  });
  ended.resolve();
  expect(await left).toHaveLength(2);
});
