import type { Client } from 'pg';

/** 20,000 rooms of 800 people, 50 each: everybody with the 25 after them. */
export const PEOPLE = 800;
const NEIGHBOURS = 25;

/** Who asks: their rooms hold a page and no more, whatever else is stored, so that every answer is as long. */
export const ASKERS = 4;
const ASKED_ROOMS = ASKERS * NEIGHBOURS;
const PAGE = 50;

/** How many messages the first room has, and each of those that nobody asks for. */
export interface Sizes {
  big: number;
  each: number;
}

export function sizesOf(stored: number): Sizes {
  const big = Math.floor(stored / 10);
  const rest = stored - big - ASKED_ROOMS * PAGE;
  return { big, each: Math.max(0, Math.round(rest / (PEOPLE * NEIGHBOURS - ASKED_ROOMS))) };
}

/** The first room is not one of those that are asked for their newest page. */
export function askedRoom(rooms: readonly string[], { asker, turn }: { asker: number; turn: number }): string {
  return rooms[asker * NEIGHBOURS + 1 + (turn % (NEIGHBOURS - 1))]!;
}

/** The product's tables and the floor's hold the same; only their names and columns differ. */
export interface Tables {
  rooms(database: Client, people: readonly string[]): Promise<string[]>;
  /** Fills each room up to so many, from the numbers it has. */
  fillUp(database: Client, rooms: readonly string[], upTo: Sizes): Promise<void>;
}

function couples(people: readonly string[]): { a: string; b: string }[] {
  return people.flatMap((a, i) =>
    Array.from({ length: NEIGHBOURS }, (_, k) => ({ a, b: people[(i + k + 1) % people.length]! })),
  );
}

const CONTENT = `'It was the ' || n || 'th evening on which we talked about nothing in particular and everything'`;

const UP_TO = 'CASE WHEN r.id = $1 THEN $2 WHEN r.id = ANY($3) THEN $4 ELSE $5 END::bigint';
const limitsOf = (rooms: readonly string[], { big, each }: Sizes) => [
  rooms[0],
  big,
  rooms.slice(1, ASKED_ROOMS),
  PAGE,
  each,
];

export const product: Tables = {
  async rooms(database, people) {
    const all = couples(people);
    const { rows } = await database.query<{ id: string }>(
      `WITH made AS (
         INSERT INTO chats.room (id, type, a, b, created_at, last_message, last_message_at, last_message_sender)
         SELECT gen_random_uuid(), 'mode2', a, b, now(), 'hello', now(), a::text
         FROM unnest($1::uuid[], $2::uuid[]) AS couple (a, b) RETURNING id, a, b
       ), seated AS (
         INSERT INTO chats.room_seat (user_id, room_id, listed_at)
         SELECT unnest(ARRAY[a, b]), id, now() - random() * interval '30 days' FROM made
       )
       SELECT id FROM made`,
      [all.map(({ a }) => a), all.map(({ b }) => b)],
    );
    return rows.map(({ id }) => id);
  },
  async fillUp(database, rooms, upTo) {
    await database.query(
      `INSERT INTO chats.message (room_id, seq, sender_id, client_message_id, type, content, created_at)
       SELECT r.id, n, r.a, gen_random_uuid(), 'text', ${CONTENT}, now() - n * interval '1 minute'
       FROM chats.room r
       CROSS JOIN generate_series(r.last_seq + 1, ${UP_TO}) n`,
      limitsOf(rooms, upTo),
    );
    await database.query(`UPDATE chats.room r SET last_seq = ${UP_TO}`, limitsOf(rooms, upTo));
    await database.query('VACUUM ANALYZE');
  },
};

export const floor: Tables = {
  async rooms(database, people) {
    await database.query(`
      CREATE TABLE room (
        id uuid PRIMARY KEY, a uuid NOT NULL, b uuid NOT NULL, last_message text, last_at timestamptz,
        last_seq bigint NOT NULL DEFAULT 0
      );
      CREATE TABLE seat (user_id uuid, room_id uuid, listed_at timestamptz, PRIMARY KEY (user_id, room_id));
      CREATE INDEX seat_list ON seat (user_id, listed_at DESC);
      CREATE TABLE message (
        room_id uuid, seq bigint, sender uuid, body text, at timestamptz, PRIMARY KEY (room_id, seq)
      )`);
    const all = couples(people);
    const { rows } = await database.query<{ id: string }>(
      `WITH made AS (
         INSERT INTO room (id, a, b, last_message, last_at)
         SELECT gen_random_uuid(), a, b, 'hello', now() FROM unnest($1::uuid[], $2::uuid[]) AS couple (a, b)
         RETURNING id, a, b
       ), seated AS (
         INSERT INTO seat SELECT unnest(ARRAY[a, b]), id, now() - random() * interval '30 days' FROM made
       )
       SELECT id FROM made`,
      [all.map(({ a }) => a), all.map(({ b }) => b)],
    );
    return rows.map(({ id }) => id);
  },
  async fillUp(database, rooms, upTo) {
    await database.query(
      `INSERT INTO message
       SELECT r.id, n, r.a, ${CONTENT}, now() - n * interval '1 minute' FROM room r
       CROSS JOIN generate_series(r.last_seq + 1, ${UP_TO}) n`,
      limitsOf(rooms, upTo),
    );
    await database.query(`UPDATE room r SET last_seq = ${UP_TO}`, limitsOf(rooms, upTo));
    await database.query('VACUUM ANALYZE');
  },
};
