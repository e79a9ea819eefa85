import { sql, type Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';

/** How well two members know each other in a room. */
export interface Phase {
  /** The members know each other by alias alone. */
  isAnonymous: boolean;
  /** The other member has written here. */
  isAnswered: boolean;
}

/** Undefined unless the user is a member. */
export async function phaseOf(
  db: Kysely<DB>,
  { roomId, userId }: { roomId: string; userId: string },
): Promise<Phase | undefined> {
  const { rows } = await sql<Phase>`
    SELECT room.a_alias IS NOT NULL AS "isAnonymous", EXISTS (
      SELECT FROM chats.message message
      WHERE message.room_id = room.id AND message.sender_id <> ${userId} AND message.type <> 'system'
    ) AS "isAnswered"
    FROM chats.room room
    WHERE room.id = ${roomId} AND ${userId}::uuid IN (room.a, room.b)`.execute(db);
  return rows[0];
}
