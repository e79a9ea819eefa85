import { sql, type Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';
import { queueOf, type Mode } from './row.ts';

/**
 * How many wait, by queue: the same whoever asks. A count that left out whom a block or an earlier match keeps apart would
 * tell who waits. Who is gone has left the queue 10 s later, who is suspended at once.
 */
export async function countWaiting(db: Kysely<DB>): Promise<Record<Mode, number>> {
  const { voice, text } = await db
    .selectFrom('engagement.engagement')
    // As the index has it: one is found by words, not by parameters.
    .where('kind', 'in', [sql.lit(queueOf('voice')), sql.lit(queueOf('text'))])
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('kind', '=', queueOf('voice')).as('voice'),
      fn.countAll<number>().filterWhere('kind', '=', queueOf('text')).as('text'),
    ])
    .executeTakeFirstOrThrow();
  return { voice, text };
}
