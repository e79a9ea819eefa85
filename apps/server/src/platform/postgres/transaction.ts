import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely';
import type { Pool } from 'pg';
import type { Clock } from '../clock.ts';
import type { Tx } from '../database.ts';
import { uuidv7 } from '../ids.ts';
import type { Log } from '../log.ts';
import { isRetryable } from './errors.ts';
import type { DB } from './types.generated.ts';

export interface TransactionContext {
  clock: Clock;
  log: Log;
  /** Called after the commit with the time a stored deadline is due. */
  onDeadline(due: Date): void;
}

const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 10;

/** The transaction of the work that runs now. */
const current = new AsyncLocalStorage<{ state: 'open' | 'over' }>();

/**
 * Throws when a transaction asks the pool for a second connection. As many such transactions as there are connections
 * would wait for each other for ever. Use the transaction's own `tx`.
 */
export function assertNoTransaction(): void {
  if (current.getStore()?.state === 'open') throw new Error('a transaction asks for a second connection');
}

/** Queries on connections of the pool; they throw inside a transaction's work. */
export function queriesOn(pool: Pool): Kysely<DB> {
  const guarded = {
    connect: async () => {
      assertNoTransaction();
      return pool.connect();
    },
    end: () => pool.end(),
    options: pool.options,
  };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool: guarded }) });
}

/** Repeats the work when PostgreSQL rolled it back for another transaction. Runs its effects once, after the commit. */
export async function runTransaction<T>(
  kysely: Kysely<DB>,
  context: TransactionContext,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return repeated(async () => {
    const effects: (() => void)[] = [];
    const result = await kysely.transaction().execute((db) => doing(() => work(openTx(db, context, effects))));
    runEffects(effects, context.log);
    return result;
  });
}

/** Repeats an attempt that PostgreSQL rolled back for another transaction. */
export async function repeated<T>(attempt: () => Promise<T>): Promise<T> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error) || attempts === MAX_ATTEMPTS) throw error;
      await wait(Math.random() * FIRST_PAUSE_MS * 2 ** attempts);
    }
  }
}

/** Runs a transaction's work: nothing in it may ask for a second connection. */
export async function doing<T>(work: () => Promise<T>): Promise<T> {
  // What the work leaves running no longer belongs to the transaction.
  const transaction: { state: 'open' | 'over' } = { state: 'open' };
  return current.run(transaction, work).finally(() => (transaction.state = 'over'));
}

function openTx(db: Transaction<DB>, context: TransactionContext, effects: (() => void)[]): Tx {
  const now = new Date(context.clock.now());
  return {
    db,
    now,
    after: (effect) => void effects.push(effect),
    async deadline({ kind, key, due }) {
      await db
        .insertInto('platform.deadline')
        .values({ id: uuidv7(now.getTime()), kind, key, due })
        .execute();
      effects.push(() => context.onDeadline(due));
    },
  };
}

/** Runs work that may fail without the rest of the transaction; its effects count only when it succeeds. */
export async function withSavepoint(tx: Tx, work: (tx: Tx) => Promise<void>): Promise<void> {
  const effects: (() => void)[] = [];
  // Goes out with the work's first statement, which fails if this does.
  sql`SAVEPOINT step`.execute(tx.db).catch(() => {});
  try {
    await work({ ...tx, after: (effect) => void effects.push(effect) });
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT step`.execute(tx.db);
    throw error;
  }
  for (const effect of effects) tx.after(effect);
}

function runEffects(effects: readonly (() => void)[], log: Log): void {
  for (const effect of effects) {
    try {
      effect();
    } catch (error) {
      log.error({ err: error }, 'an effect after a commit failed');
    }
  }
}
