import { Kysely, PostgresDialect } from 'kysely';
import type { Clock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import { every } from '../every.ts';
import type { Log } from '../log.ts';
import { createPool } from './connect.ts';
import { openReader, type Reader } from './hot.ts';
import { assertNoTransaction } from './transaction.ts';
import type { DB } from './types.generated.ts';

/** lane: for named statements by the copy; null: it is not asked. */
export type Recollection<T> = (db: Kysely<DB>, lane: Pick<Reader, 'run'> | null) => Promise<T>;

/** A copy of the database that follows it, for what decides nothing. It never shows anybody less than they know. */
export interface Replica {
  /** Somebody's first socket is here: from now on this node hears what they are told and what they do elsewhere. */
  arrived(userId: string): void;
  left(userId: string): void;
  /** They have been told something, or have done it: it was committed by now. */
  knows(userId: string): void;
  /** While this is false nothing is heard of what they do elsewhere: the writer answers. */
  hearsWhile(isHearing: () => boolean): void;
  /** By the copy once it has all that they know; else, and when it fails or refuses, by the writer. */
  recall<T>(userId: string, read: Recollection<T>): Promise<T>;
  close(): Promise<void>;
}

interface ReplicaOptions {
  url: string;
  writer: Kysely<DB>;
  clock: Clock;
  log: Log;
  poolSize: number;
}

const LOOK_EVERY_MS = 500;
/** Nodes agree about the time as exactly as each measures the database's. */
const SKEW_MS = 500;
/** Of a copy that is so far behind nobody reads anything. */
const BEHIND_MS = 5_000;
/** Whoever waits for a copy that answers no more is better off with the writer. */
const ANSWER_MS = 2_000;

export function createReplica({ url, writer, clock, log, poolSize }: ReplicaOptions): Replica {
  const onIdleError = (error: Error): void => log.warn({ err: error }, 'a connection to the replica was lost');
  const pool = createPool({ url, size: poolSize, name: 'yonder replica', answerMs: ANSWER_MS, onIdleError });
  const guarded = {
    connect: async () => {
      assertNoTransaction();
      return pool.connect();
    },
    end: () => pool.end(),
    options: pool.options,
  };
  const lane = openReader({ url, name: 'replica lane', answerMs: ANSWER_MS, onIdleError });
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool: guarded }) });
  /** When people of this node last learnt something. */
  const known = new Map<string, number>();
  /** All that was committed before is in the copy. */
  let completeUntil = -Infinity;
  let isHearing = (): boolean => true;
  let state: 'followed' | 'away' = 'followed';
  let looking: Promise<void> | undefined;

  /** A node shows every second that it lives: what was committed before that is older in the log that the copy follows. */
  async function look(): Promise<void> {
    try {
      const beat = db.selectFrom('platform.node').select((row) => row.fn.max('seen_at').as('at'));
      completeUntil = (await beat.executeTakeFirst())?.at?.getTime() ?? -Infinity;
      if (state === 'away') log.info('the replica is back');
      state = 'followed';
    } catch (error) {
      giveUp(error);
    } finally {
      looking = undefined;
    }
  }

  function giveUp(error: unknown): void {
    completeUntil = -Infinity;
    if (state === 'followed') log.warn({ err: error }, 'the replica is away: the writer answers');
    state = 'away';
  }

  function mayAnswer(userId: string): boolean {
    const at = known.get(userId) ?? Infinity;
    return isHearing() && completeUntil >= at + SKEW_MS && completeUntil >= clock.now() - BEHIND_MS;
  }

  const stopLooking = every(clock, LOOK_EVERY_MS, () => void (looking ??= look()));
  return {
    arrived: (userId) => void known.set(userId, clock.now()),
    left: (userId) => void known.delete(userId),
    knows(userId) {
      if (known.has(userId)) known.set(userId, clock.now());
    },
    hearsWhile: (test) => void (isHearing = test),
    async recall(userId, read) {
      if (!mayAnswer(userId)) return read(writer, null);
      try {
        return await read(db, lane);
      } catch (error) {
        // A refusal is a decision.
        if (!(error instanceof DomainError)) giveUp(error);
        return read(writer, null);
      }
    },
    async close() {
      stopLooking();
      await looking;
      await lane.close();
      if (!pool.ending) await pool.end();
    },
  };
}
