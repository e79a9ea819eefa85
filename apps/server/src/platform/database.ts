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
  /** Queries outside a transaction; within one they throw, as a transaction within one does. */
  read: Kysely<DB>;
  /**
   * What decides nothing and may be 5 s old: what was said in a room, counts. By the read replica where there is one; its
   * work may run twice.
   */
  recall<T>(read: Recollection<T>): Promise<T>;
  /** Repeats the work on serialization failures and deadlocks: it may run more than once before its one commit. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same for work that begins with a lock which all of its kind want: two of them have a connection, and the others wait
   * before they take one. @throws DomainError 'busy' when nobody waits for the answer any more.
   */
  transactionInTurn<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * What a node is trusted by: its lease, its sign of life, whether it is ready. As many connections as ask at once, so that
   * no call stands before them; later than in 5 s an answer is of no use.
   */
  vital: Kysely<DB>;
  /** A lane of its own for named statements: one connection outside the pool, one transaction at a time. */
  hot(name: string): HotConnection;
  /** The same for transactions that wait for few of their answers. */
  pipeline(name: string): Pipeline;
  /** A few connections for named statements that only read. */
  reader: Reader;
  /** How many wait for their turn. */
  inLine(): number;
  /** How many queries and transactions outside the lanes wait for a connection; with those in line. */
  waiting(): number;
  /** Hears of each deadline this process commits. */
  onDeadline(listen: (due: Date) => void): Stop;
  close(): Promise<void>;
}

export interface Tx {
  db: Transaction<DB>;
  /** Read once from the clock; the only time a transaction's SQL may use. */
  now: Date;
  /** Work that may be lost, run once after the commit: telling sockets, counting. */
  after(effect: () => void): void;
  deadline(wakeUp: { kind: string; key: string; due: Date }): Promise<void>;
}

interface DatabaseOptions {
  url: string;
  /** One that follows it. */
  replicaUrl?: string | null;
  clock: Clock;
  log: Log;
  poolSize?: number;
}

const DEFAULT_POOL_SIZE = 10;
/** Two leases, which may wait for their rows, the sign of life, and a look at readiness. */
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
