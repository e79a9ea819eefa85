import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/** Deletes what is kept of a caller for a while: stored answers, rate buckets, presence. */
export async function forgetCaller(tx: Tx, userId: string): Promise<void> {
  await tx.db.deleteFrom('platform.answered_request').where('user_id', '=', userId).execute();
  await tx.db.deleteFrom('platform.presence').where('user_id', '=', userId).execute();
  await sql`DELETE FROM platform.rate_bucket WHERE position(${userId}::text IN key) > 0`.execute(tx.db);
}
