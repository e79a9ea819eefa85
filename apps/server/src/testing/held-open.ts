import { sql, type Kysely } from 'kysely';
import type { Database, DB, Tx } from '../platform/database.ts';

type Work = (tx: Tx) => Promise<void>;

/** A transaction that does its work and then stays open; what it answers ends it, after some last work. */
export async function holdOpen(
  database: Pick<Database, 'transaction'>,
  work: Work,
): Promise<(last?: Work) => Promise<void>> {
  const done = Promise.withResolvers<void>();
  const end = Promise.withResolvers<Work | undefined>();
  const running = database.transaction(async (tx) => {
    await work(tx);
    done.resolve();
    const last = await end.promise;
    await last?.(tx);
  });
  await Promise.race([done.promise, running]);
  return (last) => (end.resolve(last), running);
}

/** How many connections to this database wait for a lock. */
export async function waitingForLocks(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  `.execute(db);
  return rows[0]!.count;
}
