import { sql } from 'kysely';
import { FIXED } from '@yonder/contract';
import type { Clock } from '../clock.ts';
import type { Database, Tx } from '../database.ts';
import { LastingRefusal } from '../errors.ts';
import { every } from '../every.ts';
import type { Log } from '../log.ts';
import type { Stop } from '../stop.ts';

export interface Request {
  userId: string;
  function: string;
  requestId: string;
}

/** Stored answers by (user, function, request id), for 10 minutes. */
export interface Answers {
  /** Runs the work once a request, in the command's own transaction. A repetition gets the first answer, as JSON. */
  once(tx: Tx, request: Request, work: () => Promise<string | LastingRefusal>): Promise<string | LastingRefusal>;
  /** Returns the answer to an earlier request. */
  find(request: Request): Promise<string | undefined>;
  /** Deletes old answers every minute until stopped. */
  start(): Stop;
}

const SWEEP_EVERY_MS = 60_000;

export function createAnswers({ database, clock, log }: { database: Database; clock: Clock; log: Log }): Answers {
  const forgetBefore = (now: Date): Date => new Date(now.getTime() - FIXED.requestMemoryMs);

  async function sweep(): Promise<void> {
    await database.read
      .deleteFrom('platform.answered_request')
      .where('answered_at', '<=', forgetBefore(new Date(clock.now())))
      .execute();
  }

  return {
    async once(tx, request, work) {
      const claimed = await claim(tx, request, forgetBefore(tx.now));
      if (!claimed) return readAnswer(tx, request);
      const answer = await work();
      // Refusals are not stored: a repetition is checked again, against the state by then.
      if (answer instanceof LastingRefusal) await giveBack(tx, request);
      else await storeAnswer(tx, request, answer);
      return answer;
    },
    async find({ userId, function: name, requestId }) {
      const row = await database.read
        .selectFrom('platform.answered_request')
        .select('answer')
        .where('user_id', '=', userId)
        .where('function', '=', name)
        .where('request_id', '=', requestId)
        .where('answered_at', '>', forgetBefore(new Date(clock.now())))
        .executeTakeFirst();
      return row && JSON.stringify(row.answer);
    },
    start: () =>
      every(clock, SWEEP_EVERY_MS, () => {
        void sweep().catch((error: unknown) => log.warn({ err: error }, 'old answers could not be forgotten'));
      }),
  };
}

/** The second of two identical requests waits here for the first to commit, and then finds its answer. */
async function claim(tx: Tx, { userId, function: name, requestId }: Request, forgetBefore: Date): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO platform.answered_request AS request (user_id, function, request_id, answer, answered_at)
    VALUES (${userId}, ${name}, ${requestId}, NULL, ${tx.now})
    ON CONFLICT (user_id, function, request_id) DO UPDATE SET answer = NULL, answered_at = excluded.answered_at
    WHERE request.answered_at <= ${forgetBefore}
    RETURNING 1`.execute(tx.db);
  return rows.length === 1;
}

async function readAnswer(tx: Tx, { userId, function: name, requestId }: Request): Promise<string> {
  const row = await tx.db
    .selectFrom('platform.answered_request')
    .select('answer')
    .where('user_id', '=', userId)
    .where('function', '=', name)
    .where('request_id', '=', requestId)
    .executeTakeFirstOrThrow();
  return JSON.stringify(row.answer);
}

async function giveBack(tx: Tx, { userId, function: name, requestId }: Request): Promise<void> {
  await tx.db
    .deleteFrom('platform.answered_request')
    .where('user_id', '=', userId)
    .where('function', '=', name)
    .where('request_id', '=', requestId)
    .execute();
}

async function storeAnswer(tx: Tx, request: Request, answer: string): Promise<void> {
  await tx.db
    .updateTable('platform.answered_request')
    .set({ answer })
    .where('user_id', '=', request.userId)
    .where('function', '=', request.function)
    .where('request_id', '=', request.requestId)
    .execute();
}
