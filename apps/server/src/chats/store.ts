import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import type { MessageRow, RoomRow } from './views.ts';

export type RoomType = 'direct' | 'mode2' | 'mode3' | 'post';

/** The room, if the person is one of its two members. Everything else about a room is asked for after this. */
export async function findRoom(db: Kysely<DB>, roomId: string, member: string): Promise<RoomRow | undefined> {
  return rooms(db)
    .where('room.id', '=', roomId)
    .where((room) => room.or([room('room.a', '=', member), room('room.b', '=', member)]))
    .executeTakeFirst();
}

export async function findRooms(db: Kysely<DB>, roomIds: readonly string[], member: string): Promise<RoomRow[]> {
  return rooms(db)
    .where('room.id', '=', sql<string>`ANY(${roomIds}::uuid[])`)
    .where((room) => room.or([room('room.a', '=', member), room('room.b', '=', member)]))
    .execute();
}

/** Newest first, at the grain of the list. */
export async function listOpenRooms(db: Kysely<DB>, member: string, limit: number): Promise<RoomRow[]> {
  return seats(db, member).where('room.open', '=', true).limit(limit).execute();
}

/** Rooms in which something happened since then; closed ones too, so that a list can drop them. */
export async function roomsListedSince(
  db: Kysely<DB>,
  member: string,
  { since, limit }: { since: Date; limit: number },
): Promise<RoomRow[]> {
  return seats(db, member).where('seat.listed_at', '>=', since).limit(limit).execute();
}

function rooms(db: Kysely<DB>) {
  return db.selectFrom('chats.room as room').selectAll('room').select(blocked);
}

function seats(db: Kysely<DB>, member: string) {
  return db
    .selectFrom('chats.room_seat as seat')
    .innerJoin('chats.room as room', 'room.id', 'seat.room_id')
    .where('seat.user_id', '=', member)
    .orderBy('seat.listed_at', 'desc')
    .selectAll('room')
    .select(blocked);
}

const blocked = sql<boolean>`EXISTS (
  SELECT FROM safety.hidden_pair pair WHERE pair.one = room.a AND pair.other = room.b
)`.as('blocked');

export interface Page {
  rows: MessageRow[];
  hasMore: boolean;
}

/** Ascending. before: the latest below it; after: the earliest above it; neither: the latest. */
export async function readMessages(
  db: Kysely<DB>,
  roomId: string,
  { before, after, limit }: { before?: number | null; after?: number | null; limit: number },
): Promise<Page> {
  const ascending = after !== null && after !== undefined;
  let messages = db
    .selectFrom('chats.message')
    .selectAll()
    .where('room_id', '=', roomId)
    .orderBy('seq', ascending ? 'asc' : 'desc')
    .limit(limit + 1);
  if (ascending) messages = messages.where('seq', '>', after);
  if (before !== null && before !== undefined) messages = messages.where('seq', '<', before);
  const found = await messages.execute();
  const rows = found.slice(0, limit);
  return { rows: ascending ? rows : rows.toReversed(), hasMore: found.length > limit };
}

/** An open room of one of these types that the two share. */
export async function findOpenRoom(
  db: Kysely<DB>,
  { types, a, b }: { types: readonly RoomType[]; a: string; b: string },
): Promise<string | undefined> {
  const row = await shared(db, a, b).where('room.type', 'in', types).select('room.id').executeTakeFirst();
  return row?.id;
}

function shared(db: Kysely<DB>, one: string, other: string) {
  return db
    .selectFrom('chats.room_seat as mine')
    .innerJoin('chats.room_seat as theirs', 'theirs.room_id', 'mine.room_id')
    .innerJoin('chats.room as room', 'room.id', 'mine.room_id')
    .where('mine.user_id', '=', one)
    .where('theirs.user_id', '=', other)
    .where('room.open', '=', true);
}

export async function insertRoom(tx: Tx, room: { type: RoomType; a: string; b: string }): Promise<string> {
  const id = uuidv7(tx.now.getTime());
  await tx.db
    .insertInto('chats.room')
    .values({ ...room, id, created_at: tx.now })
    .execute();
  await tx.db
    .insertInto('chats.room_seat')
    .values([room.a, room.b].map((user_id) => ({ user_id, room_id: id, listed_at: tx.now })))
    .execute();
  return id;
}

/** The open rooms the two share, locked in the order of ids. */
export async function lockOpenRoomsOf(tx: Tx, one: string, other: string): Promise<string[]> {
  const rows = await shared(tx.db, one, other).select('room.id').orderBy('room.id').forNoKeyUpdate('room').execute();
  return rows.map(({ id }) => id);
}

/** Ends a room whose row is locked with a last line of the system's. */
export async function closeRoom(tx: Tx, roomId: string, lastLine: string): Promise<MessageRow> {
  const { last_seq: seq } = await tx.db
    .updateTable('chats.room')
    .set((room) => ({
      open: false,
      last_seq: room('last_seq', '+', 1),
      last_message: lastLine,
      last_message_at: tx.now,
      last_message_sender: 'system',
    }))
    .where('id', '=', roomId)
    .returning('last_seq')
    .executeTakeFirstOrThrow();
  await tx.db.updateTable('chats.room_seat').set({ listed_at: tx.now }).where('room_id', '=', roomId).execute();
  return tx.db
    .insertInto('chats.message')
    .values({
      room_id: roomId,
      seq,
      sender_id: null,
      client_message_id: uuidv7(tx.now.getTime()),
      type: 'system',
      content: lastLine,
      created_at: tx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Moves a member's read mark forward, never back, and counts what is left above it. */
export async function advanceReadMark(
  tx: Tx,
  roomId: string,
  { reader, upTo }: { reader: 'a' | 'b'; upTo: number },
): Promise<{ readSeq: number; unread: number; moved: boolean }> {
  // A statement of its own: the count must see what was sent while this one waited.
  const before = await tx.db
    .selectFrom('chats.room')
    .select(['a', 'b', 'last_seq', `${reader}_read as read`])
    .where('id', '=', roomId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
  const readSeq = Math.max(before.read, Math.min(upTo, before.last_seq));
  const { unread } = await tx.db
    .selectFrom('chats.message')
    .select((message) => message.fn.countAll<number>().as('unread'))
    .where('room_id', '=', roomId)
    .where('seq', '>', readSeq)
    .where('sender_id', '=', reader === 'a' ? before.b : before.a)
    .executeTakeFirstOrThrow();
  const marks = reader === 'a' ? { a_read: readSeq, a_unread: unread } : { b_read: readSeq, b_unread: unread };
  await tx.db.updateTable('chats.room').set(marks).where('id', '=', roomId).execute();
  return { readSeq, unread, moved: readSeq > before.read };
}
