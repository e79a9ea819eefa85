import type { PoolClient } from 'pg';
import type { Clock } from '../clock.ts';
import { createPool } from './connect.ts';
import { LANE_SETTINGS, runNamed } from './hot.ts';
import type { Statement } from './statement.ts';
import { doing, repeated } from './transaction.ts';

/** A transaction that sends statements without waiting for the answers to those before. */
export interface PipelineTx {
  /** Read once from the clock; the only time a transaction's SQL may use. */
  now: Date;
  run<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
  /** Sends without returning rows. If it fails, so does the transaction. */
  send(statement: Statement<never>, values: readonly unknown[]): void;
}

/**
 * One connection for named statements, one transaction at a time. A transaction takes as many round trips as there are
 * answers it waits for: its first statements go out with BEGIN, its last ones with COMMIT.
 */
export interface Pipeline {
  /** Repeats the work on serialization failures and deadlocks. */
  transaction<T>(work: (tx: PipelineTx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface PipelineOptions {
  url: string;
  name: string;
  clock: Pick<Clock, 'now'>;
  onIdleError(error: Error): void;
}

export function openPipeline({ url, name, clock, onIdleError }: PipelineOptions): Pipeline {
  const pool = createPool({
    url,
    size: 1,
    name: `yonder ${name}`,
    settings: LANE_SETTINGS,
    onIdleError,
  });
  /** Kept between transactions, so that the first statements of the next one go out at once. */
  let kept: PoolClient | undefined;
  let state: 'idle' | 'busy' | 'closed' = 'idle';

  const isClosed = (): boolean => state === 'closed';

  async function connect(): Promise<PoolClient> {
    const client = await pool.connect();
    if (isClosed()) {
      client.release(true);
      throw new Error('a pipeline that was closed as it connected');
    }
    client.once('end', () => drop(client));
    kept = client;
    return client;
  }

  function drop(client: PoolClient): void {
    if (kept !== client) return;
    kept = undefined;
    client.release(true);
  }

  async function attempt<T>(work: (tx: PipelineTx) => Promise<T>): Promise<T> {
    const client = kept ?? (await connect());
    try {
      return await perform(client, new Date(clock.now()), work);
    } catch (error) {
      await client.query('ROLLBACK').catch(() => drop(client));
      throw error;
    }
  }

  return {
    async transaction(work) {
      if (state !== 'idle') throw new Error(`a transaction on a pipeline that is ${state}`);
      state = 'busy';
      return repeated(() => attempt(work)).finally(() => {
        if (state === 'busy') state = 'idle';
      });
    },
    async close() {
      state = 'closed';
      if (kept) drop(kept);
      if (!pool.ending) await pool.end();
    },
  };
}

async function perform<T>(client: PoolClient, now: Date, work: (tx: PipelineTx) => Promise<T>): Promise<T> {
  const sent: Promise<unknown>[] = [];
  const keep = (answer: Promise<unknown>): void => {
    // Its failure is reported with the transaction's.
    answer.catch(() => {});
    sent.push(answer);
  };
  let state: 'open' | 'over' = 'open';
  const failures: unknown[] = [];
  const run: PipelineTx['run'] = async (statement, values) => {
    // Sent after the transaction, it would run on its own.
    if (state === 'over') throw new Error('a statement after its transaction');
    return runNamed(client, statement, values).catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
  };
  keep(client.query('BEGIN'));
  const send: PipelineTx['send'] = (statement, values) => keep(run(statement, values));
  const working = doing(() => work({ now, run, send })).catch((error: unknown) => {
    // PostgreSQL answers every statement after the first failure alike: the first is the cause.
    throw failures.length > 0 ? failures[0] : error;
  });
  const result = await working.finally(() => (state = 'over'));
  const commit = client.query('COMMIT');
  keep(commit);
  await Promise.all(sent);
  // COMMIT answers so when an earlier statement has failed, possibly one that was not waited for.
  if ((await commit).command !== 'COMMIT')
    throw failures.length > 0 ? failures[0] : new Error('a transaction was rolled back');
  return result;
}
