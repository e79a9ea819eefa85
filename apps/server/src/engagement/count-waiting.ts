import { sql, type Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';
import { queueOf, type Mode } from './row.ts';

/**
 * How many wait whom this person could be given, by queue: nobody whom a hard rule keeps from them (forbidden.sql). Languages
 * and regions only choose among those. Who is gone has left the queue 10 s later, who is suspended at once. Scalars with
 * limits: an EXISTS may be planned as a hash over everybody's blocks.
 */
export async function countWaiting(
  db: Kysely<DB>,
  { userId, now }: { userId: string; now: Date },
): Promise<Record<Mode, number>> {
  const blocked = sql<boolean>`(
    SELECT true FROM safety.blocked_pair k WHERE k.one = ${userId} AND k.other = waiting.user_id LIMIT 1
  )`;
  const met = sql<boolean>`(
    SELECT true FROM engagement.recent_partner r
    WHERE r.low = least(waiting.user_id, ${userId}::uuid) AND r.high = greatest(waiting.user_id, ${userId}::uuid)
      AND r.until > ${now}
    LIMIT 1
  )`;
  const { voice, text } = await db
    .selectFrom('engagement.engagement as waiting')
    // As the index has it: one is found by words, not by parameters.
    .where('kind', 'in', [sql.lit(queueOf('voice')), sql.lit(queueOf('text'))])
    .where('user_id', '<>', userId)
    .where(sql<boolean>`${blocked} IS NULL AND ${met} IS NULL`)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('kind', '=', queueOf('voice')).as('voice'),
      fn.countAll<number>().filterWhere('kind', '=', queueOf('text')).as('text'),
    ])
    .executeTakeFirstOrThrow();
  return { voice, text };
}
