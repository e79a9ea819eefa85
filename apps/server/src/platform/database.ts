import type { Kysely, Transaction } from 'kysely';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { createPool } from './postgres/connect.ts';
import { openHotConnection, openReader, type HotConnection, type Reader } from './postgres/hot.ts';
import { openPipeline, type Pipeline } from './postgres/pipeline.ts';
import { createReplica, type Recollection } from './postgres/replica.ts';
import { queriesOn, runTransaction } from './postgres/transaction.ts';
import type { DB } from './postgres/types.generated.ts';
import type { Stop } from './stop.ts';
import { createTurns } from './turns.ts';

export type { HotConnection, HotTx, Reader } from './postgres/hot.ts';
export { isAboutData, isRetryable, isTaken, isUnexpected } from './postgres/errors.ts';
export { idsOf, listOf } from './postgres/lists.ts';
export type { Pipeline, PipelineTx } from './postgres/pipeline.ts';
export { statement, type Statement } from './postgres/statement.ts';
export { withSavepoint } from './postgres/transaction.ts';
export type { DB } from './postgres/types.generated.ts';

export interface Database {
  /** Queries outside a transaction. Inside one they throw, as does a nested transaction. */
  read: Kysely<DB>;
  /**
   * Reads what decides nothing and may be 5 s old, such as a room's messages and counts. Uses the read replica if there
   * is one; the work may run twice.
   */
  recall<T>(read: Recollection<T>): Promise<T>;
  /** Repeats the work on serialization failures and deadlocks: it may run more than once before its one commit. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs a transaction that begins with a contended lock: two at a time hold a connection, the others wait without one.
   * @throws DomainError 'busy' when the caller no longer waits for the answer.
   */
  transactionInTurn<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Queries that show a node is alive: its lease, heartbeat and readiness. They have enough connections of their own,
   * so no call delays them; an answer after 5 s is useless.
   */
  vital: Kysely<DB>;
  /** Opens a dedicated connection for named statements, outside the pool; one transaction at a time. */
  hot(name: string): HotConnection;
  /** Opens a dedicated connection for transactions that wait for few of their answers. */
  pipeline(name: string): Pipeline;
  /** A few connections for named read-only statements. */
  reader: Reader;
  /** How many transactions wait in `transactionInTurn`. */
  inLine(): number;
  /** How many queries and transactions outside the lanes wait for a connection, including those in `inLine`. */
  waiting(): number;
  /** Calls `listen` with each deadline this process commits. */
  onDeadline(listen: (due: Date) => void): Stop;
  close(): Promise<void>;
}

export interface Tx {
  db: Transaction<DB>;
  /** Read once from the clock; the only time a transaction's SQL may use. */
  now: Date;
  /** Runs once after the commit. For work that may be lost: emitting to sockets, counting. */
  after(effect: () => void): void;
  deadline(wakeUp: { kind: string; key: string; due: Date }): Promise<void>;
}

interface DatabaseOptions {
  url: string;
  /** A read replica of `url`. */
  replicaUrl?: string | null;
  clock: Clock;
  log: Log;
  poolSize?: number;
}

const DEFAULT_POOL_SIZE = 10;
/** Two leases, which may wait for their rows, the heartbeat, and a readiness check. */
const VITAL_SIZE = 4;
const VITAL_MS = 5_000;

export function createDatabase(options: DatabaseOptions): Database {
  const { url, replicaUrl = null, clock, log, poolSize = DEFAULT_POOL_SIZE } = options;
  const listeners = new Set<(due: Date) => void>();
  const onIdleError = (error: Error): void => log.warn({ err: error }, 'an idle database connection was lost');
  const reader = openReader({ url, name: 'reader', onIdleError });
  const lanes = new Set<{ close(): Promise<void> }>([reader]);
  const context = {
    clock,
    log,
    onDeadline(due: Date) {
      for (const listen of listeners) listen(due);
    },
  };
  const pool = createPool({ url, size: poolSize, name: 'yonder', onIdleError });
  const read = queriesOn(pool);
  const vital = createPool({ url, size: VITAL_SIZE, name: 'yonder vital', answerMs: VITAL_MS, onIdleError });
  const turns = createTurns(clock);
  const replica = replicaUrl === null ? null : createReplica({ url: replicaUrl, writer: read, clock, log, poolSize });

  return {
    read,
    vital: queriesOn(vital),
    recall: async (work) => (replica ? replica.recall(work) : work(read, null)),
    transaction: (work) => runTransaction(read, context, work),
    transactionInTurn: (work) => turns.take(() => runTransaction(read, context, work)),
    hot(name) {
      const lane = openHotConnection({ url, name, context, onIdleError });
      lanes.add(lane);
      return lane;
    },
    pipeline(name) {
      const pipeline = openPipeline({ url, name, clock, onIdleError });
      lanes.add(pipeline);
      return pipeline;
    },
    reader,
    inLine: turns.waiting,
    waiting: () => pool.waitingCount + turns.waiting(),
    onDeadline(listen) {
      listeners.add(listen);
      return () => listeners.delete(listen);
    },
    async close() {
      await Promise.all([...[...lanes].map((lane) => lane.close()), replica?.close()]);
      await Promise.all([pool, vital].filter(({ ending }) => !ending).map((one) => one.end()));
    },
  };
}
