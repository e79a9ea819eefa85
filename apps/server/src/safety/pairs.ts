import type { Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';

/**
 * Whether two users are blocked either way, by name or by alias. For matching alone: its answer must not show anywhere
 * else.
 */
export function areBlocked(db: Kysely<DB>, one: string, other: string): Promise<boolean> {
  return holds(db, 'safety.blocked_pair', { one, other });
}

/** Whether two users are blocked either way by name: neither is shown to the other. */
export function areHidden(db: Kysely<DB>, one: string, other: string): Promise<boolean> {
  return holds(db, 'safety.hidden_pair', { one, other });
}

/** Returns which of these users are hidden from this one. */
export async function hiddenFrom(db: Kysely<DB>, userId: string, others: readonly string[]): Promise<Set<string>> {
  if (others.length === 0) return new Set();
  const pairs = db.selectFrom('safety.hidden_pair').where('one', '=', userId).where('other', 'in', others);
  return new Set((await pairs.select('other').execute()).map(({ other }) => other));
}

async function holds(
  db: Kysely<DB>,
  pairs: 'safety.blocked_pair' | 'safety.hidden_pair',
  { one, other }: { one: string; other: string },
): Promise<boolean> {
  const row = await db
    .selectFrom(pairs)
    .where('one', '=', one)
    .where('other', '=', other)
    .select('one')
    .executeTakeFirst();
  return row !== undefined;
}
