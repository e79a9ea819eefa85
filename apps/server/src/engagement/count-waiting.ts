import { sql, type Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';
import { queueOf, type Mode } from './row.ts';

/** How many others wait, by queue: who is gone has left it 10 s later. */
export async function countWaiting(db: Kysely<DB>, userId: string): Promise<Record<Mode, number>> {
  const { voice, text } = await db
    .selectFrom('engagement.engagement')
    // As the index has it: one is found by words, not by parameters.
    .where('kind', 'in', [sql.lit(queueOf('voice')), sql.lit(queueOf('text'))])
    .where('user_id', '<>', userId)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('kind', '=', queueOf('voice')).as('voice'),
      fn.countAll<number>().filterWhere('kind', '=', queueOf('text')).as('text'),
    ])
    .executeTakeFirstOrThrow();
  return { voice, text };
}
