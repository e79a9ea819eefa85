import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import type { RoomRow, RoomType } from './rows.ts';

/** How a deleted room ended. */
export type End = Pick<RoomRow, 'requested_by' | 'closed_by' | 'closed_at' | 'blocked'> & { type: string };

/** Records the end of a room before its deletion. Anonymous rooms leave no record. */
export async function keepEnd(tx: Tx, room: RoomRow): Promise<void> {
  const { a, b, a_alias, type, requested_by, closed_by } = room;
  if (a_alias !== null) return;
  await sql`
    INSERT INTO chats.ended (low, high, type, requested_by, closed_by, closed_at)
    VALUES (LEAST(${a}::uuid, ${b}::uuid), GREATEST(${a}::uuid, ${b}::uuid), ${type}, ${requested_by}, ${closed_by},
      ${room.closed_at ?? room.created_at})
    ON CONFLICT (low, high, type, requested_by)
    DO UPDATE SET closed_by = excluded.closed_by, closed_at = excluded.closed_at
    WHERE ended.closed_at <= excluded.closed_at`.execute(tx.db);
}

/** Call with the rooms of the two locked: opening a room for them waits here. */
export async function lockEnds(tx: Tx, one: string, other: string): Promise<void> {
  await sql`
    SELECT FROM chats.ended WHERE low = LEAST(${one}::uuid, ${other}::uuid) AND high = GREATEST(${one}::uuid, ${other}::uuid)
    ORDER BY type, requested_by FOR UPDATE`.execute(tx.db);
}

export async function endsOf(db: Kysely<DB>, one: string, other: string): Promise<End[]> {
  const { rows } = await sql<End>`
    SELECT type, requested_by, closed_by, closed_at, (
      SELECT true FROM safety.hidden_pair pair WHERE pair.one = ${one} AND pair.other = ${other} LIMIT 1
    ) IS NOT NULL AS blocked
    FROM chats.ended
    WHERE low = LEAST(${one}::uuid, ${other}::uuid) AND high = GREATEST(${one}::uuid, ${other}::uuid)`.execute(db);
  return rows;
}

/** Forgets earlier ends when the two have a chat again; a post room's end stays until another post room opens. */
export async function forgetEnds(tx: Tx, { type, a, b }: { type: RoomType; a: string; b: string }): Promise<void> {
  await sql`
    DELETE FROM chats.ended
    WHERE low = LEAST(${a}::uuid, ${b}::uuid) AND high = GREATEST(${a}::uuid, ${b}::uuid)
      AND (type <> 'post' OR ${type === 'post'})`.execute(tx.db);
}

export async function eraseEnds(tx: Tx, userId: string): Promise<void> {
  await sql`DELETE FROM chats.ended WHERE low = ${userId} OR high = ${userId}`.execute(tx.db);
}
