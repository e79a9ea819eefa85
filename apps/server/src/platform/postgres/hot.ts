import { CompiledQuery, Kysely, PostgresDriver, type DatabaseConnection } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import type { Tx } from '../database.ts';
import { createPool } from './connect.ts';
import { dialectOf } from './dialect.ts';
import { composed, type Composed, type Statement } from './statement.ts';
import { assertNoTransaction, runTransaction, type TransactionContext } from './transaction.ts';
import type { DB } from './types.generated.ts';

interface Lane {
  run<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]>;
}

/** A transaction of a lane, with a `run` of its own. The lane's `run` would wait for it to end. */
export interface HotTx extends Tx, Lane {
  /** Sends without waiting and returns no rows. If it fails, so does every statement after it. */
  send(statement: Statement<never>, values: readonly unknown[]): void;
}

export interface HotConnection extends Lane {
  transaction<T>(work: (tx: HotTx) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Runs named statements outside of every transaction. */
export interface Reader extends Lane {
  /** Runs a composed query that has few shapes. */
  query<Row>(query: Composed<Row>): Promise<Row[]>;
  close(): Promise<void>;
}

interface ReaderOptions {
  url: string;
  name: string;
  role?: 'writer' | 'replica';
  /** The longest wait for an answer. */
  answerMs?: number;
  onIdleError(error: Error): void;
}

interface HotOptions {
  url: string;
  name: string;
  context: TransactionContext;
  onIdleError(error: Error): void;
}

/**
 * A named statement is planned once a connection, not at each run. A plan made while the tables were empty would scan
 * them for ever; without sequential scans it takes the index from the start.
 */
export const LANE_SETTINGS = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off';

/** One connection, made when first used and made again after it broke. */
export function openHotConnection({ url, name, context, onIdleError }: HotOptions): HotConnection {
  const pool = createPool({
    url,
    size: 1,
    name: `yonder ${name}`,
    settings: LANE_SETTINGS,
    onIdleError,
  });
  let current: PoolClient | undefined;
  const lane = {
    connect: async (): Promise<PoolClient> => (current = await pool.connect()),
    end: () => pool.end(),
    options: pool.options,
  };
  const kysely = new Kysely<DB>({ dialect: dialectOf(new LaneDriver({ pool: lane })) });

  return {
    async run(statement, values) {
      const client = await pool.connect();
      // `pool.query` would close the connection, and lose what it has prepared, with each refused statement. A broken
      // connection is detected all the same.
      return runNamed(client, statement, values).finally(() => client.release());
    },
    transaction: (work) =>
      runTransaction(kysely, context, (tx) => {
        if (!current) throw new Error('a transaction without its connection');
        return working(current, tx, work);
      }),
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}

/** Sends the first statement of a transaction with its BEGIN; it fails if that did. */
class LaneDriver extends PostgresDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    connection.executeQuery(CompiledQuery.raw('begin')).catch(() => {});
  }
}

async function working<T>(client: PoolClient, tx: Tx, work: (tx: HotTx) => Promise<T>): Promise<T> {
  const failures: unknown[] = [];
  const run: Lane['run'] = (statement, values) =>
    runNamed(client, statement, values).catch((error: unknown) => {
      failures.push(error);
      throw error;
    });
  const send: HotTx['send'] = (statement, values) => void run(statement, values).catch(() => {});
  return work({ ...tx, run, send }).catch((error: unknown) => {
    // PostgreSQL answers every statement after the first failure alike: the first is the cause.
    throw failures.length > 0 ? failures[0] : error;
  });
}

const READERS = 4;

/** Opens several connections: a long statement delays few others. */
export function openReader({ name, ...options }: ReaderOptions): Reader {
  const pool = createPool({ ...options, size: READERS, name: `yonder ${name}`, settings: LANE_SETTINGS });
  async function run<Row>(statement: Statement<Row>, values: readonly unknown[]): Promise<Row[]> {
    assertNoTransaction();
    return runNamed(pool, statement, values);
  }
  return {
    run,
    async query(query) {
      const { statement, values } = composed(query);
      return run(statement, values);
    },
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}

export async function runNamed<Row>(
  client: Pool | PoolClient,
  { name, text }: Statement<Row>,
  values: readonly unknown[],
): Promise<Row[]> {
  const { rows } = await client.query<Row & object>({ name, text, values: [...values] });
  return rows;
}
