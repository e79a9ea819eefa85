import { sql } from 'kysely';
import { beforeEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { MIGRATIONS } from '../testing/postgres.ts';
import { report, sizeOf } from '../testing/size.ts';
import { createDatabase, type Tx } from './database.ts';
import { createDeadlines, type DeadlineOutcome, type WakeUp } from './deadlines.ts';
import { lockLeases } from './leases.ts';
import { openDatabase } from './postgres/open.ts';
import type { Stop } from './stop.ts';

const { database, clock, log, url } = await freshDatabase();
const MANY = sizeOf({ small: 500, full: 10_000 });
/** Deadlines that fall due in real time, DUE_EVERY_MS apart. */
const DUE = sizeOf({ small: 100, full: 10_000 });
const DUE_EVERY_MS = 5;
const PATIENCE = { timeout: 300_000 };
/** Calls and housekeeping: each has a timer of its own. */
const QUEUES = 2;
/** Housekeeping deadlines that one scheduler applies at once. */
const IN_HAND = 2;

beforeEach(async () => {
  await sql`TRUNCATE platform.deadline`.execute(database.read);
});

const inMs = (ms: number): Date => new Date(clock.now() + ms);

async function store(kind: string, key: string, due: Date): Promise<void> {
  await database.transaction((tx) => tx.deadline({ kind, key, due }));
}

async function storedDeadlines(): Promise<{ key: string; attempts: number; parked: boolean }[]> {
  return database.read.selectFrom('platform.deadline').select(['key', 'attempts', 'parked']).orderBy('key').execute();
}

test('a deadline is applied at its time and not 1 ms before', async () => {
  const applied: string[] = [];
  const deadlines = createDeadlines({ database, clock, log });
  deadlines.on('edge', async (_tx, { key }) => void applied.push(key));
  await store('edge', 'a', inMs(1000));

  await clock.advance(999);
  expect(await deadlines.runDue()).toBe(0);
  await clock.advance(1);
  expect(await deadlines.runDue()).toBe(1);
  expect(await deadlines.runDue()).toBe(0);
  expect(applied).toEqual(['a']);
});

test(`two schedulers on two connections apply each of ${MANY} deadlines exactly once`, PATIENCE, async () => {
  const other = createDatabase({ url, clock, log });
  const applied: string[] = [];
  const schedulers = [database, other].map((db) => {
    const deadlines = createDeadlines({ database: db, clock, log });
    deadlines.on('race', async (_tx, { key }) => void applied.push(key));
    return deadlines;
  });
  const keys = Array.from({ length: MANY }, (_, i) => String(i));
  await database.transaction(async (tx) => {
    for (const key of keys) await tx.deadline({ kind: 'race', key, due: tx.now });
  });

  const counts = await Promise.all(schedulers.map((deadlines) => deadlines.runDue()));
  expect(counts[0]! + counts[1]!).toBe(MANY);
  expect(applied.toSorted()).toEqual(keys.toSorted());
  await other.close();
});

/** Lets a scheduler die while it applies some of these deadlines; resolves once its successor has applied the rest. */
async function inherit(many: number, apply: (tx: Tx, key: string) => Promise<unknown>): Promise<void> {
  const dying = createDatabase({ url: url, clock, log });
  const dead = Promise.withResolvers<void>();
  const inHand: string[] = [];
  const [last, heir] = [dying, database].map((db) => createDeadlines({ database: db, clock, log }));
  last!.on('left', async (tx, { key }) => {
    await apply(tx, key);
    inHand.push(key);
    await dead.promise;
  });
  heir!.on('left', async (tx, { key }) => void (await apply(tx, key)));
  await database.transaction(async (tx) => {
    for (let i = 0; i < many; i++) await tx.deadline({ kind: 'left', key: String(i), due: tx.now });
  });
  const lastRun = last!.runDue();
  await expect.poll(() => inHand).toHaveLength(IN_HAND);
  const whileAlive = await heir!.runDue();
  expect(whileAlive, 'what the other one has in hand is passed over').toBe(many - IN_HAND);
  // Ends the connections as the kernel does for a dead process; its locks are released.
  await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`.execute(
    database.read,
  );
  const nothingLeft = async () => expect((await heir!.runDue()) + (await storedDeadlines()).length).toBe(0);
  await vi.waitFor(nothingLeft, { timeout: 10_000 });
  dead.resolve();
  await lastRun;
  await dying.close();
}

const keysOf = (many: number): string[] => Array.from({ length: many }, (_, i) => String(i));

test(
  `a scheduler that dies in mid-claim leaves each of ${MANY} deadlines to the other one: applied once, all of it`,
  PATIENCE,
  async () => {
    await sql`CREATE TABLE applied (key text NOT NULL)`.execute(database.read);
    await inherit(MANY, ({ db }, key) => sql`INSERT INTO applied VALUES (${key})`.execute(db));
    const { rows } = await sql<{ key: string }>`SELECT key FROM applied ORDER BY key::int`.execute(database.read);
    expect(rows.map(({ key }) => key)).toEqual(keysOf(MANY));
  },
);

test('control: an effect outside the transaction of its claim happens twice, and it is noticed', async () => {
  const applied: string[] = [];
  await inherit(100, async (_tx, key) => applied.push(key));
  expect(applied).toHaveLength(100 + IN_HAND);
});

test('a poisoned deadline is parked after 10 attempts and holds up no other', async () => {
  const outcomes: DeadlineOutcome[] = [];
  const applied: string[] = [];
  const deadlines = createDeadlines({ database, clock, log, observe: (outcome) => outcomes.push(outcome) });
  deadlines.on('poisoned', async (tx) => {
    await sql`SELECT 1 / 0`.execute(tx.db);
  });
  deadlines.on('healthy', async (_tx, { key }) => void applied.push(key));
  await store('poisoned', 'bad', inMs(0));

  for (let round = 0; round < 12; round++) {
    await store('healthy', String(round), inMs(0));
    await deadlines.runDue();
    await clock.advance(60_000);
  }
  expect(applied).toHaveLength(12);
  expect(outcomes.filter((outcome) => outcome === 'failed')).toHaveLength(9);
  expect(outcomes.filter((outcome) => outcome === 'parked')).toHaveLength(1);
  expect(await storedDeadlines()).toEqual([{ key: 'bad', attempts: 10, parked: true }]);
});

test('an effect that costs its connection is parked after 10 attempts, and each deadline after it is applied', async () => {
  const applied: string[] = [];
  const deadlines = createDeadlines({ database, clock, log });
  deadlines.on('deadly', async ({ db }) => {
    await sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(db);
  });
  deadlines.on('healthy', async (_tx, { key }) => void applied.push(key));
  await store('deadly', 'bad', inMs(0));
  for (let round = 0; round < 10; round++) {
    await store('healthy', String(round), inMs(1));
    await clock.advance(60_000);
    await deadlines.runDue();
  }
  expect(applied).toHaveLength(10);
  expect(await storedDeadlines()).toEqual([{ key: 'bad', attempts: 10, parked: true }]);
});

test('what a failed effect wrote and promised is undone with it', async () => {
  const told: string[] = [];
  const deadlines = createDeadlines({ database, clock, log });
  deadlines.on('half', async (tx, { key }) => {
    await tx.deadline({ kind: 'half', key: `${key}+`, due: inMs(90_000) });
    tx.after(() => told.push(key));
    throw new Error('on purpose');
  });
  await store('half', 'a', inMs(0));
  await deadlines.runDue();
  expect(told).toEqual([]);
  expect(await storedDeadlines()).toEqual([{ key: 'a', attempts: 1, parked: false }]);
});

test('a deadline of an unknown kind waits for a node that knows it', async () => {
  await store('unheard-of', 'a', inMs(0));
  expect(await createDeadlines({ database, clock, log }).runDue()).toBe(0);
  expect(await storedDeadlines()).toEqual([{ key: 'a', attempts: 0, parked: false }]);
});

test('a started scheduler sleeps until the next deadline', async () => {
  const { applied, stop } = start('asleep');
  await expect.poll(() => clock.armed()).toBe(QUEUES);
  await store('asleep', 'a', inMs(5000));
  for (let seconds = 0; seconds < 4; seconds++) {
    await clock.advance(1000);
    await expect.poll(() => clock.armed()).toBe(QUEUES);
  }
  await clock.advance(999);
  await expect.poll(() => clock.armed()).toBe(QUEUES);
  expect(applied).toEqual([]);
  await clock.advance(1);
  await expect.poll(() => applied).toEqual(['a']);
  stop();
});

test('a scheduler is woken by an earlier deadline committed here, and within a second finds those of other nodes', async () => {
  const { applied, stop } = start('woken');
  const elsewhere = createDatabase({ url, clock, log });
  await expect.poll(() => clock.armed()).toBe(QUEUES);
  await store('woken', 'here', inMs(10));
  await elsewhere.transaction((tx) => tx.deadline({ kind: 'woken', key: 'elsewhere', due: inMs(20) }));

  await clock.advance(10);
  await expect.poll(() => applied).toEqual(['here']);
  await expect.poll(() => clock.armed()).toBe(QUEUES);
  await clock.advance(1000);
  await expect.poll(() => applied).toEqual(['here', 'elsewhere']);
  stop();
  await elsewhere.close();
});

test('a deadline that is due and locked by another node is looked for again after 1,000 ms, not at once', async () => {
  const elsewhere = createDatabase({ url, clock, log });
  await store('locked', 'a', inMs(0));
  const [locked, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = elsewhere.transaction(async (tx) => {
    await sql`SELECT FROM platform.deadline FOR UPDATE`.execute(tx.db);
    locked.resolve();
    await over.promise;
  });
  await locked.promise;
  const { applied, stop } = start('locked');
  // It sleeps: otherwise it would query the database without a pause.
  await expect.poll(() => clock.armed()).toBe(2);
  over.resolve();
  await holding;
  await clock.advance(999);
  expect([applied, clock.armed()]).toEqual([[], 2]);
  await clock.advance(1);
  await expect.poll(() => applied).toEqual(['a']);
  stop();
  await elsewhere.close();
});

test(
  `in real time two schedulers apply ${DUE} deadlines once each, none early, none 2,000 ms late`,
  PATIENCE,
  async () => {
    const nodes = await Promise.all(
      [1, 2].map(() => openDatabase({ databaseUrl: url, migrations: MIGRATIONS, log, onDeath() {} })),
    );
    const applied: string[] = [];
    const lateness: number[] = [];
    const stops = nodes.map((node) => {
      const deadlines = createDeadlines({ ...node, log });
      deadlines.on('real', async (_tx, { key, due }) => {
        applied.push(key);
        lateness.push(node.clock.now() - due.getTime());
      });
      return deadlines.start();
    });
    await nodes[0]!.database.transaction(async (tx) => {
      // A deadline stored after it is due would be late before any scheduler could know of it.
      const from = tx.now.getTime() + 200 + 3 * DUE;
      for (let i = 0; i < DUE; i++) {
        await tx.deadline({ kind: 'real', key: String(i), due: new Date(from + DUE_EVERY_MS * i) });
      }
    });
    const allMs = DUE * (DUE_EVERY_MS + 3);
    await vi.waitFor(() => expect(applied.length).toBeGreaterThanOrEqual(DUE), { timeout: allMs + 15_000 });
    await expect.poll(() => storedDeadlines()).toEqual([]);
    const latest = Math.max(...lateness);
    report(`${DUE} deadlines in real time: the latest after ${latest} ms`);
    expect(applied.toSorted((one, other) => Number(one) - Number(other))).toEqual(keysOf(DUE));
    expect(Math.min(...lateness)).toBeGreaterThanOrEqual(0);
    expect(latest).toBeLessThan(2000);
    stops.forEach((stop) => stop());
    await Promise.all(nodes.map((node) => node.close()));
  },
);

/** A handler that keeps its transaction open until it is released. */
function createSlowHandler() {
  const release = Promise.withResolvers<void>();
  const begun: string[] = [];
  const handler = async (_tx: Tx, { key }: WakeUp): Promise<void> => {
    begun.push(key);
    await release.promise;
  };
  return { handler, begun, release: () => release.resolve() };
}

test('a housekeeping effect of 10 s delays no call’s deadline: 10 of 10 at their time', async () => {
  const slow = createSlowHandler();
  const late: number[] = [];
  const deadlines = createDeadlines({ database, clock, log });
  deadlines.on('tidy', slow.handler);
  deadlines.on('voice.test', async (_tx, { due }) => void late.push(clock.now() - due.getTime()));
  for (let i = 0; i < 100; i++) await store('tidy', String(i), inMs(0));
  for (let second = 1; second <= 10; second++) await store('voice.test', String(second), inMs(second * 1_000));
  const stop = deadlines.start();
  await clock.advance(0);
  await expect.poll(() => slow.begun.length).toBeGreaterThan(0);
  for (let second = 1; second <= 10; second++) {
    await clock.advance(1_000);
    await expect.poll(() => late).toHaveLength(second);
  }
  expect(late).toEqual(Array.from({ length: 10 }, () => 0));
  slow.release();
  await expect.poll(storedDeadlines).toEqual([]);
  stop();
});

test('what one deadline locked is free as soon as it is done, while 1 that fell due with it still runs', async () => {
  const slow = createSlowHandler();
  const deadlines = createDeadlines({ database, clock, log });
  const isDone = Promise.withResolvers<void>();
  deadlines.on('voice.locks', async (tx) => {
    await lockLeases(tx);
    tx.after(isDone.resolve);
  });
  deadlines.on('voice.slow', slow.handler);
  await store('voice.locks', 'first', inMs(-2));
  await store('voice.slow', 'second', inMs(-1));
  const running = deadlines.runDue();
  await expect.poll(() => slow.begun).toHaveLength(1);
  await isDone.promise;
  await database.transaction(lockLeases);
  slow.release();
  expect(await running).toBe(2);
});

test('a call’s deadline that waits for a lock holds up none of 20 that fall due with it', async () => {
  const slow = createSlowHandler();
  const applied: string[] = [];
  const deadlines = createDeadlines({ database, clock, log });
  deadlines.on('voice.slow', slow.handler);
  deadlines.on('voice.test', async (tx, { key }) => tx.after(() => applied.push(key)));
  await store('voice.slow', 'first', inMs(-1));
  for (const key of keysOf(20)) await store('voice.test', key, inMs(0));
  const running = deadlines.runDue();
  await expect.poll(() => applied.toSorted((one, other) => Number(one) - Number(other))).toEqual(keysOf(20));
  expect(slow.begun).toEqual(['first']);
  slow.release();
  await running;
});

test('while another node has a due deadline in hand, a scheduler sleeps until its next look', async () => {
  const slow = createSlowHandler();
  const elsewhere = createDatabase({ url, clock, log });
  const busy = createDeadlines({ database: elsewhere, clock, log });
  busy.on('voice.slow', slow.handler);
  await store('voice.slow', 'a', inMs(0));
  const running = busy.runDue();
  await expect.poll(() => slow.begun).toEqual(['a']);
  const { stop } = start('voice.slow');
  await clock.advance(0);
  await expect.poll(() => clock.armed()).toBe(QUEUES);
  await clock.advance(0);
  expect(clock.armed(), 'no timer of 0 ms').toBe(QUEUES);
  slow.release();
  await running;
  stop();
  await elsewhere.close();
});

function start(kind: string): { applied: string[]; stop: Stop } {
  const applied: string[] = [];
  const deadlines = createDeadlines({ database, clock, log });
  deadlines.on(kind, async (_tx, { key }) => void applied.push(key));
  return { applied, stop: deadlines.start() };
}
