import type { Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';
import { queueOf, type Mode } from './row.ts';

/** How many others wait, by queue: who is gone has left it 10 s later. */
export async function countWaiting(db: Kysely<DB>, userId: string): Promise<Record<Mode, number>> {
  const { voice, text } = await db
    .selectFrom('engagement.engagement')
    .where('kind', 'in', [queueOf('voice'), queueOf('text')])
    .where('user_id', '<>', userId)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('kind', '=', queueOf('voice')).as('voice'),
      fn.countAll<number>().filterWhere('kind', '=', queueOf('text')).as('text'),
    ])
    .executeTakeFirstOrThrow();
  return { voice, text };
}
