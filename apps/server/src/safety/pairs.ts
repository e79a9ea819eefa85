import type { Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';

/** Blocked either way: they are not brought together, whether anybody can see why or not. */
export function areBlocked(db: Kysely<DB>, one: string, other: string): Promise<boolean> {
  return holds(db, 'safety.blocked_pair', { one, other });
}

/** Blocked either way, for all to see: neither is shown to the other. */
export function areHidden(db: Kysely<DB>, one: string, other: string): Promise<boolean> {
  return holds(db, 'safety.hidden_pair', { one, other });
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
