import { sql, type Kysely, type Updateable } from 'kysely';
import { idsOf, type DB, type Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import { forgetEnds, lockEnds } from './ended.ts';
import type { ListPlace } from './list-place.ts';
import type { RoomRow, RoomType } from './rows.ts';

/** The list is ordered at this grain; the client sorts its page exactly. */
export const LISTED_AGAIN_AFTER_MS = 10_000;

/** Returns the room if the user is a member and has not left. Call it before any other access to a room. */
export async function findRoom(db: Kysely<DB>, roomId: string, member: string): Promise<RoomRow | undefined> {
  return ofMember(rooms(db), member).where('room.id', '=', roomId).executeTakeFirst();
}

/** Finds a room even after the member left: it can still be reported. */
export async function findRoomLeftOrNot(db: Kysely<DB>, roomId: string, member: string): Promise<RoomRow | undefined> {
  return ofEither(rooms(db), member).where('room.id', '=', roomId).executeTakeFirst();
}

export async function findRooms(db: Kysely<DB>, roomIds: readonly string[], member: string): Promise<RoomRow[]> {
  if (roomIds.length === 0) return [];
  return (
    ofMember(rooms(db), member)
      .where('room.id', '=', sql<string>`ANY(${roomIds}::uuid[])`)
      // Physical order would reveal which room was written last.
      .orderBy('room.id')
      .execute()
  );
}

/** Locks the room, then returns it. */
export async function lockRoom(tx: Tx, roomId: string): Promise<RoomRow> {
  return locked(tx, roomId).executeTakeFirstOrThrow();
}

/** Undefined when an erasure deleted it. */
export async function lockRoomIfThere(tx: Tx, roomId: string): Promise<RoomRow | undefined> {
  return locked(tx, roomId).executeTakeFirst();
}

function locked(tx: Tx, roomId: string) {
  return rooms(tx.db).where('room.id', '=', roomId).forNoKeyUpdate('room');
}

/** Newest first, at the list's grain. */
export async function listOpenRooms(db: Kysely<DB>, member: string, { limit }: { limit: number }): Promise<RoomRow[]> {
  return seats(db, member).where('room.open', '=', true).limit(limit).execute();
}

/** Returns rooms listed since then, newest first, with closed ones so that clients drop them. */
export async function roomsListedSince(
  db: Kysely<DB>,
  member: string,
  { since, limit, after }: { since: Date; limit: number; after: ListPlace | undefined },
): Promise<(RoomRow & { listed_at: Date })[]> {
  const found = seats(db, member).select('seat.listed_at').where('seat.listed_at', '>=', since).limit(limit);
  return (after ? found.where(placedAfter(after)) : found).execute();
}

function placedAfter({ listedAt, roomId }: ListPlace) {
  return sql<boolean>`(seat.listed_at, seat.room_id) < (${listedAt}::timestamptz, ${roomId}::uuid)`;
}

/** Scalars with limits: EXISTS may be planned as a hash over all blocks. */
const blocked = sql<boolean>`(
  SELECT true FROM safety.hidden_pair pair WHERE pair.one = room.a AND pair.other = room.b LIMIT 1
) IS NOT NULL`.as('blocked');

const readingHidden = sql<boolean>`room.requested_by IS NOT NULL OR (
  SELECT true FROM profiles.hides_reading hider WHERE hider.user_id IN (room.a, room.b) LIMIT 1
) IS NOT NULL`.as('reading_hidden');

function rooms(db: Kysely<DB>) {
  return db.selectFrom('chats.room as room').selectAll('room').select([blocked, readingHidden]);
}

function ofMember(query: ReturnType<typeof rooms>, member: string) {
  return ofEither(query, member).where(hasNotLeft(member));
}

function ofEither(query: ReturnType<typeof rooms>, member: string) {
  return query.where((room) => room.or([room('room.a', '=', member), room('room.b', '=', member)]));
}

/** Negated: the planner then assumes, rightly, that nearly all rooms match. */
function hasNotLeft(member: string) {
  return sql<boolean>`NOT (
    room.a = ${member} AND room.a_left_at IS NOT NULL OR room.b = ${member} AND room.b_left_at IS NOT NULL
  )`;
}

function seats(db: Kysely<DB>, member: string) {
  return db
    .selectFrom('chats.room_seat as seat')
    .innerJoin('chats.room as room', 'room.id', 'seat.room_id')
    .where('seat.user_id', '=', member)
    .where(hasNotLeft(member))
    .orderBy('seat.listed_at', 'desc')
    .orderBy('seat.room_id', 'desc')
    .selectAll('room')
    .select([blocked, readingHidden]);
}

/** Finds an open room, of this type or of any, in which the two know each other. */
export async function findOpenRoom(
  db: Kysely<DB>,
  { type, a, b }: { type?: RoomType; a: string; b: string },
): Promise<string | undefined> {
  const known = shared(db, a, b).where('room.a_alias', 'is', null).where('room.requested_by', 'is', null);
  const open = known.where('room.open', '=', true);
  const row = await (type ? open.where('room.type', '=', type) : open).executeTakeFirst();
  return row?.id;
}

/** Returns open rooms the user shares with any of these. */
export async function openRoomsWith(db: Kysely<DB>, userId: string, others: readonly string[]): Promise<RoomRow[]> {
  if (others.length === 0) return [];
  const theirs = db
    .selectFrom('chats.room_seat as mine')
    .innerJoin('chats.room_seat as seat', 'seat.room_id', 'mine.room_id')
    .where('mine.user_id', '=', userId)
    .where('seat.user_id', 'in', others)
    .select('mine.room_id');
  return rooms(db).where('room.open', '=', true).where('room.id', 'in', theirs).orderBy('room.id').execute();
}

/** Returns those of `others` that closed the last named chat with this user, deleted since or not. */
export async function lastClosedBy(db: Kysely<DB>, userId: string, others: readonly string[]): Promise<Set<string>> {
  if (others.length === 0) return new Set();
  const { rows } = await sql<{ other: string; shutOut: boolean }>`
    SELECT DISTINCT ON (other) other, NOT open AND closed_by = other AS "shutOut" FROM (
      SELECT theirs.user_id AS other, room.open, room.closed_by, room.closed_at
      FROM chats.room_seat mine
      JOIN chats.room_seat theirs ON theirs.room_id = mine.room_id
      JOIN chats.room ON room.id = mine.room_id
      WHERE mine.user_id = ${userId} AND theirs.user_id = ANY(${idsOf(others)}::uuid[]) AND room.a_alias IS NULL
      UNION ALL
      SELECT person, false, ended.closed_by, ended.closed_at
      FROM unnest(${idsOf(others)}::uuid[]) AS person
      JOIN chats.ended ON low = LEAST(person, ${userId}::uuid) AND high = GREATEST(person, ${userId}::uuid)
    ) had
    ORDER BY other, open DESC, closed_at DESC`.execute(db);
  return new Set(rows.filter(({ shutOut }) => shutOut).map(({ other }) => other));
}

function shared(db: Kysely<DB>, one: string, other: string) {
  return db
    .selectFrom('chats.room_seat as mine')
    .innerJoin('chats.room_seat as theirs', 'theirs.room_id', 'mine.room_id')
    .innerJoin('chats.room as room', 'room.id', 'mine.room_id')
    .where('mine.user_id', '=', one)
    .where('theirs.user_id', '=', other)
    .select('room.id');
}

/**
 * Locks every room of the two in order of ids, and the records of deleted ones. Opening and closing exclude each other
 * here and read the rooms afterwards.
 */
export async function lockRoomsOf(tx: Tx, one: string, other: string): Promise<void> {
  await shared(tx.db, one, other).orderBy('room.id').forNoKeyUpdate('room').execute();
  await lockEnds(tx, one, other);
}

export async function roomsOf(db: Kysely<DB>, one: string, other: string): Promise<RoomRow[]> {
  return rooms(db)
    .where('room.id', 'in', shared(db, one, other))
    .orderBy('room.id')
    .execute();
}

export interface NewRoom {
  type: RoomType;
  a: string;
  b: string;
  /** The sender of the hello. */
  requested_by?: string;
}

export async function insertRoom(tx: Tx, room: NewRoom): Promise<string> {
  const id = uuidv7(tx.now.getTime());
  await tx.db
    .insertInto('chats.room')
    .values({ ...room, id, created_at: tx.now })
    .execute();
  await tx.db
    .insertInto('chats.room_seat')
    .values([room.a, room.b].map((user_id) => ({ user_id, room_id: id, listed_at: tx.now })))
    .execute();
  if (room.requested_by === undefined) await forgetEnds(tx, room);
  return id;
}

/** Moves the room to the front of these members' lists, at the list's grain. */
export async function listAnew(tx: Tx, roomId: string, members: readonly string[]): Promise<void> {
  await tx.db
    .updateTable('chats.room_seat')
    .set({ listed_at: tx.now })
    .where('user_id', 'in', members)
    .where('room_id', '=', roomId)
    .where('listed_at', '<', new Date(tx.now.getTime() - LISTED_AGAIN_AFTER_MS))
    .execute();
}

export async function updateRoom(tx: Tx, roomId: string, changes: Updateable<DB['chats.room']>): Promise<void> {
  await tx.db.updateTable('chats.room').set(changes).where('id', '=', roomId).execute();
}

/** Clears members' notified flags. Locks the rooms in order of ids. */
export async function forgetNotified(tx: Tx, gone: readonly { roomId: string; userId: string }[]): Promise<void> {
  const roomIds = idsOf(gone.map(({ roomId }) => roomId));
  const userIds = idsOf(gone.map(({ userId }) => userId));
  await sql`
    WITH held AS (
      SELECT id FROM chats.room WHERE id = ANY(${roomIds}::uuid[]) ORDER BY id FOR NO KEY UPDATE
    ), gone AS (
      SELECT room_id, array_agg(reader) AS readers
      FROM unnest(${roomIds}::uuid[], ${userIds}::uuid[]) AS one (room_id, reader)
      GROUP BY room_id
    )
    UPDATE chats.room r
    SET a_notified = a_notified AND a <> ALL(gone.readers), b_notified = b_notified AND b <> ALL(gone.readers)
    FROM held JOIN gone ON gone.room_id = held.id WHERE r.id = held.id`.execute(tx.db);
}

/** Deletes a room without messages, with all its rows. */
export async function deleteRoom(tx: Tx, roomId: string): Promise<void> {
  await tx.db.deleteFrom('chats.room_change').where('room_id', '=', roomId).execute();
  await tx.db.deleteFrom('chats.room_seat').where('room_id', '=', roomId).execute();
  await tx.db.deleteFrom('chats.room').where('id', '=', roomId).execute();
}
