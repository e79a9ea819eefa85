import { sql, type Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';
import { queueOf, type Mode } from './row.ts';

/**
 * Counts the waiting users of each queue, the same for every caller: leaving out blocked or earlier partners would
 * reveal that they wait. Users leave the queue 10 s after their last sign of life, suspended users at once.
 */
export async function countWaiting(db: Kysely<DB>): Promise<Record<Mode, number>> {
  const { voice, text } = await db
    .selectFrom('engagement.engagement')
    // Literals, not parameters: otherwise the planner cannot use the partial index.
    .where('kind', 'in', [sql.lit(queueOf('voice')), sql.lit(queueOf('text'))])
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('kind', '=', queueOf('voice')).as('voice'),
      fn.countAll<number>().filterWhere('kind', '=', queueOf('text')).as('text'),
    ])
    .executeTakeFirstOrThrow();
  return { voice, text };
}
