import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Clock } from '../clock.ts';
import type { Tx } from '../database.ts';
import { uuidv7 } from '../ids.ts';
import type { Log } from '../log.ts';
import { isRetryable } from './errors.ts';
import type { DB } from './types.generated.ts';

export interface TransactionContext {
  clock: Clock;
  log: Log;
  /** Told after the commit: a deadline was stored that falls due then. */
  onDeadline(due: Date): void;
}

const MAX_ATTEMPTS = 6;
const FIRST_PAUSE_MS = 10;

/** Repeats the work when PostgreSQL sacrificed it to another transaction; runs its effects once, after the commit. */
export async function runTransaction<T>(
  kysely: Kysely<DB>,
  context: TransactionContext,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const effects: (() => void)[] = [];
    try {
      const result = await kysely.transaction().execute((db) => work(openTx(db, context, effects)));
      runEffects(effects, context.log);
      return result;
    } catch (error) {
      if (!isRetryable(error) || attempt === MAX_ATTEMPTS) throw error;
      await wait(Math.random() * FIRST_PAUSE_MS * 2 ** attempt);
    }
  }
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

/** Work whose failure leaves the rest of the transaction standing; its effects count only when it succeeds. */
export async function withSavepoint(tx: Tx, work: (tx: Tx) => Promise<void>): Promise<void> {
  const effects: (() => void)[] = [];
  await sql`SAVEPOINT step`.execute(tx.db);
  try {
    await work({ ...tx, after: (effect) => void effects.push(effect) });
  } catch (error) {
    await sql`ROLLBACK TO SAVEPOINT step`.execute(tx.db);
    throw error;
  } finally {
    await sql`RELEASE SAVEPOINT step`.execute(tx.db);
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
