import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { byPages, type Area } from '../platform/personal-data.ts';
import { person } from '../profiles/index.ts';
import { PURGED_AT_ONCE, type Closing } from './closing.ts';
import { eraseEnds } from './ended.ts';
import { deleteMessages } from './messages-store.ts';
import { deleteRoom, lockRoomIfThere } from './rooms-store.ts';
import { isShutOut, type RoomRow } from './rows.ts';

const ROOMS_AT_ONCE = 20;

/** A scalar: EXISTS may make the planner read all blocks. */
const isBlocked = sql<boolean>`(
  SELECT pair.one FROM safety.hidden_pair pair WHERE pair.one = room.a AND pair.other = room.b LIMIT 1
) IS NOT NULL`;

/** Yields every chat; names the app hides are null here, too. */
async function* chatsOf(db: Kysely<DB>, userId: string) {
  const rooms = byPages(async (last: { id: string } | null, limit) => {
    const theirs = db
      .selectFrom('chats.room_seat as seat')
      .innerJoin('chats.room as room', 'room.id', 'seat.room_id')
      .where('seat.user_id', '=', userId);
    return (last ? theirs.where('room.id', '<', last.id) : theirs)
      .orderBy('room.id', 'desc')
      .limit(limit)
      .select(['room.id', 'room.type', 'room.a', 'room.b', 'room.a_alias', 'room.requested_by'])
      .select(['room.open', 'room.closed_by', 'room.created_at as createdAt', isBlocked.as('isBlocked')])
      .execute();
  });
  for await (const { a, b, a_alias, requested_by, closed_by, isBlocked: isHidden, ...room } of rooms) {
    const otherId = a === userId ? b : a;
    const isKnown = a_alias === null && requested_by === null;
    const isNamed = isKnown && !isHidden && !isShutOut({ open: room.open, closed_by }, userId);
    const other = isNamed ? (await person(db, [otherId])).get(otherId) : undefined;
    yield { ...room, isKnown, with: other?.name ?? null };
  }
}

/** Yields the user's own messages and, where the two know each other, received messages still visible. */
async function* messagesOf(db: Kysely<DB>, userId: string) {
  for await (const { id: chatRoomId, isKnown } of chatsOf(db, userId)) {
    const pages = byPages(async (last: { seq: number } | null, limit) => {
      const { rows } = await sql<{ seq: number; mine: boolean; file: string | null }>`
        SELECT seq, mine, type, CASE WHEN is_hidden THEN '' ELSE content END AS content,
          CASE WHEN NOT is_hidden THEN attachment END AS attachment, created_at AS "createdAt",
          CASE WHEN is_hidden THEN hidden_at ELSE deleted_at END AS "deletedAt",
          CASE WHEN mine AND type <> 'one_time_image' THEN media_path END AS file
        FROM chats.message, LATERAL (SELECT sender_id = ${userId} AS mine) whose,
          LATERAL (SELECT hidden_at IS NOT NULL AND mine IS NOT TRUE AS is_hidden) seen
        WHERE room_id = ${chatRoomId} AND seq > ${last?.seq ?? 0} AND (sender_id = ${userId} OR ${isKnown})
        ORDER BY seq LIMIT ${limit}`.execute(db);
      return rows;
    });
    for await (const { mine, ...message } of pages) {
      yield { chatRoomId, from: mine === null ? 'system' : mine ? 'you' : 'them', ...message };
    }
  }
}

export const chatAreas: readonly Area[] = [
  {
    name: 'chats',
    about:
      'Your chats. "with" is the name of whoever you know there; null is a stranger, or whoever has closed the chat.',
    async *rows(db, userId) {
      for await (const { isKnown: _isKnown, ...chat } of chatsOf(db, userId)) yield chat;
    },
  },
  {
    name: 'messages',
    about:
      'What was said in your chats, in its order: your own words everywhere, and what you were sent by people you know. "file" names a picture or voice of yours in the folder media. Pictures that can be seen once are not in here.',
    rows: messagesOf,
  },
];

interface LeavingOptions {
  closing: Pick<Closing, 'closeAs'>;
  media: { discard(tx: Tx, path: string): Promise<void> };
}

/** A departing user's chats are first closed, so that no message arrives, and then deleted. */
export function createLeaving({ closing, media }: LeavingOptions) {
  async function wipe(tx: Tx, { id: roomId }: RoomRow): Promise<'done' | 'more'> {
    const { files, hasMore } = await deleteMessages(tx, { roomId, limit: PURGED_AT_ONCE });
    for (const path of files) await media.discard(tx, path);
    if (hasMore) return 'more';
    await deleteRoom(tx, roomId);
    return 'done';
  }

  return {
    async closeSome(tx: Tx, userId: string): Promise<'done' | 'more'> {
      const open = await openRoomsOf(tx.db, userId);
      for (const roomId of open) await closing.closeAs(tx, { userId, roomId, cause: 'signed-out' });
      return open.length < ROOMS_AT_ONCE ? 'done' : 'more';
    },

    /** Each chat closed at departure, so the other member had it as long as any closed chat. */
    async eraseSome(tx: Tx, userId: string): Promise<'done' | 'more'> {
      const some = await roomsWithMember(tx.db, userId);
      for (const roomId of some) {
        // The other member's erasure may have deleted it.
        const room = await lockRoomIfThere(tx, roomId);
        if (room && (await wipe(tx, room)) === 'more') return 'more';
      }
      if (some.length === ROOMS_AT_ONCE) return 'more';
      await eraseEnds(tx, userId);
      return 'done';
    },
  };
}

async function openRoomsOf(db: Kysely<DB>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chats.room_seat as seat')
    .innerJoin('chats.room as room', 'room.id', 'seat.room_id')
    .where('seat.user_id', '=', userId)
    .where('room.open', '=', true)
    .orderBy('room.id')
    .limit(ROOMS_AT_ONCE)
    .select('room.id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Includes rooms the user left: they have no room_seat row. */
async function roomsWithMember(db: Kysely<DB>, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('chats.room')
    .where((room) => room.or([room('a', '=', userId), room('b', '=', userId)]))
    .orderBy('id')
    .limit(ROOMS_AT_ONCE)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}
