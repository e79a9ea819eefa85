import { sql, type Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';

/** How far two people have come with each other in a room. */
export interface Phase {
  /** They know each other by alias alone. */
  isAnonymous: boolean;
  /** The other one has written there. */
  isAnswered: boolean;
}

/** Of one of its two members; undefined to everybody else. */
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
