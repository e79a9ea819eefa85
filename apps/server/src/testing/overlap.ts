import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Database, Tx } from '../platform/database.ts';

/** All of the first one's work is done, and committed once the second one waits for it. Answers what comes of the second. */
export async function overlap<T>(
  database: Database,
  first: (tx: Tx) => Promise<unknown>,
  second: () => Promise<T>,
): Promise<T> {
  const [begun, isAwaited] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held = database.transaction(async (tx) => {
    await first(tx);
    begun.resolve();
    await isAwaited.promise;
  });
  await Promise.race([begun.promise, held]);
  const [came] = await Promise.all([second(), whenAnyWaits(database).finally(isAwaited.resolve), held]);
  return came;
}

async function whenAnyWaits({ read }: Database): Promise<void> {
  const waiting = sql<{ n: number }>`
    SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(read)).rows[0]?.n).toBe(1);
}
