import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import type { Person } from './crowd.ts';

/** A room for each pair, 2i with 2i + 1, as a mutual like makes one. */
export async function makeRooms(database: Client, people: readonly Person[]): Promise<string[]> {
  const rooms = Array.from({ length: people.length / 2 }, () => randomUUID());
  const sides = [0, 1].map((side) => rooms.map((_, i) => people[2 * i + side]!.userId));
  await database.query(
    `INSERT INTO chats.room (id, type, a, b, created_at)
     SELECT id, 'mode2', a, b, now() FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS r (id, a, b)`,
    [rooms, ...sides],
  );
  await database.query(
    `INSERT INTO chats.room_seat (user_id, room_id, listed_at)
     SELECT unnest(ARRAY[a, b]), id, now() FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS r (id, a, b)`,
    [rooms, ...sides],
  );
  return rooms;
}
