import { sql } from 'kysely';
import type { Database, Tx } from '../platform/database.ts';

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
    await (
      await end.promise
    )?.(tx);
  });
  await Promise.race([done.promise, running]);
  return (last) => (end.resolve(last), running);
}

/** How many of this database's connections wait for a lock. */
export async function waitingForLocks({ read }: Pick<Database, 'read'>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
  `.execute(read);
  return rows[0]?.count ?? 0;
}
