import { sql } from 'kysely';
import type { Database } from '../../platform/database.ts';

/**
 * Stores 20,000 messages of 1 to 2,000 characters in 5 rooms, where others were deleted. PostgreSQL fills up the room
 * in earlier pages, so they come out in another order than they went in.
 */
export async function keepManyMessages({ read }: Database): Promise<void> {
  await sql`
    INSERT INTO chats.message (room_id, seq, client_message_id, content, created_at)
    SELECT md5((nth % 5)::text)::uuid, nth, gen_random_uuid(), rpad('', 1 + nth * 7919 % 2000, md5(nth::text)), now()
    FROM generate_series(1, 23333) AS nth`.execute(read);
  await sql`DELETE FROM chats.message WHERE seq % 7 = 0`.execute(read);
}
