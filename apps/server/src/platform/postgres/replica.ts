import type { Kysely } from 'kysely';
import type { Clock } from '../clock.ts';
import { every } from '../every.ts';
import type { Log } from '../log.ts';
import { createPool } from './connect.ts';
import { openReader, type Reader } from './hot.ts';
import { queriesOn } from './transaction.ts';
import type { DB } from './types.generated.ts';

/** lane: named statements on the replica; null: the writer answers. */
export type Recollection<T> = (db: Kysely<DB>, lane: Pick<Reader, 'run'> | null) => Promise<T>;

/** A read replica, for what decides nothing and may be some seconds old. */
export interface Replica {
  /** Reads from the replica; when that lags, fails or gives no answer, from the writer. */
  recall<T>(read: Recollection<T>): Promise<T>;
  close(): Promise<void>;
}

interface ReplicaOptions {
  url: string;
  writer: Kysely<DB>;
  clock: Clock;
  log: Log;
  poolSize: number;
}

const PROBE_EVERY_MS = 1_000;
/** A replica this far behind is not read. */
const BEHIND_MS = 5_000;
/** Beyond this wait, the writer is faster than a replica that does not answer. */
const ANSWER_MS = 2_000;
/** The pause after a fault; it doubles with each further one, up to the longest. */
const REST_MS = 1_000;
/** A replica that has answered for as long begins with the shortest pause again. */
const LONGEST_REST_MS = 60_000;

/**
 *   followed ──an answer fails, or is not there after 2 s──► away: the writer answers
 *      ▲                                                        │ after 1 s, 2 s, 4 s … 60 s
 *      └─────────────────── a probe is answered ────────────────┘
 */
type State = { kind: 'followed'; since: number } | { kind: 'away'; until: number };

export function createReplica({ url, writer, clock, log, poolSize }: ReplicaOptions): Replica {
  const onIdleError = (error: Error): void => log.warn({ err: error }, 'a connection to the replica was lost');
  const server = { url, role: 'replica', answerMs: ANSWER_MS, onIdleError } as const;
  const pool = createPool({ ...server, size: poolSize, name: 'yonder replica' });
  const lane = openReader({ ...server, name: 'replica lane' });
  const db = queriesOn(pool);
  let state: State = { kind: 'followed', since: clock.now() };
  let restMs = REST_MS;
  /** All that was committed before is in the replica. */
  let completeUntil = -Infinity;
  let probing: Promise<void> | undefined;

  /**
   * Reads the newest heartbeat: every node writes one a second, and what was committed before it comes earlier in the
   * replicated log.
   */
  async function probe(): Promise<void> {
    const before = state;
    try {
      const beat = db.selectFrom('platform.node').select((row) => row.fn.max('seen_at').as('at'));
      completeUntil = (await beat.executeTakeFirst())?.at?.getTime() ?? -Infinity;
      if (state.kind === 'away') {
        log.info('the replica is back');
        state = { kind: 'followed', since: clock.now() };
      }
    } catch (error) {
      giveUp(before, error);
    } finally {
      probing = undefined;
    }
  }

  /** Queries that were under way together fail together: that is one fault. */
  function giveUp(before: State, error: unknown): void {
    if (state !== before) return;
    const now = clock.now();
    if (state.kind === 'followed') {
      log.warn({ err: error }, 'the replica is away: the writer answers');
      if (now - state.since >= LONGEST_REST_MS) restMs = REST_MS;
    }
    state = { kind: 'away', until: now + restMs };
    restMs = Math.min(2 * restMs, LONGEST_REST_MS);
  }

  const stopProbing = every(clock, PROBE_EVERY_MS, () => {
    if (state.kind === 'followed' || state.until <= clock.now()) probing ??= probe();
  });
  return {
    async recall(read) {
      const before = state;
      if (before.kind === 'away' || completeUntil < clock.now() - BEHIND_MS) return read(writer, null);
      try {
        return await read(db, lane);
      } catch (error) {
        giveUp(before, error);
        return read(writer, null);
      }
    },
    async close() {
      stopProbing();
      await probing;
      await lane.close();
      if (!pool.ending) await pool.end();
    },
  };
}
