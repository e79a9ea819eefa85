import { FIXED, type EngagementView, type Input, type Notified, type Output } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Database, DB } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import type { Access } from './access.ts';
import { placeAfter, readPlace, type ListPlace } from './list-place.ts';
import { readAfter, readMessages, readQuoted, type NumberedRow } from './messages-store.ts';
import { findRooms, LISTED_AGAIN_AFTER_MS, listOpenRooms, roomsListedSince } from './rooms-store.ts';
import type { Pages } from './pages.ts';
import type { RoomRow, SeenMessage, SeenRoom } from './rows.ts';
import type { Telling } from './telling.ts';
import { messageOf } from './views.ts';

interface HistoryOptions {
  pages: Pages;
  database: Database;
  access: Access;
  telling: Telling;
  /** Reads what the user is busy with now. */
  engagement(db: Kysely<DB>, userId: string): Promise<EngagementView>;
  /** Reads the user's newest notification and unread count. */
  notified(db: Kysely<DB>, userId: string): Promise<Notified>;
}

/** Rooms and their messages, as one member reads them. */
export function createHistory({ database: { read }, pages, access, telling, engagement, notified }: HistoryOptions) {
  async function messagesOf(rows: readonly SeenMessage[], room: SeenRoom, viewer: string) {
    const quoted = await readQuoted(read, rows);
    return rows.map((row) => messageOf(row, viewer, { room, quoted: quoted.get(row.reply_to ?? 0) }));
  }

  async function viewOf(room: RoomRow, viewer: string) {
    const [view] = await telling.view(read, [room], viewer);
    if (!view) throw new Error('a room without a view');
    return view;
  }

  /** Reads up to the room's number when it was read; later messages are the next page's. */
  async function pageAfter(room: RoomRow, viewer: string, after: number) {
    const range = { after, upTo: room.last_seq, limit: FIXED.messagesPage };
    const { rows, hasMore } = await readAfter(read, room.id, range);
    const seen = await messagesOf(rows, room, viewer);
    const numbered = rows.map(({ change }, i) => ({ change, message: seen[i]! }));
    return {
      messages: numbered.flatMap(({ change, message }) => (change === null ? [message] : [])),
      changes: numbered.flatMap(({ change, message }) => (change === null ? [] : [{ seq: change, message }])),
      upTo: hasMore ? numberOf(rows.at(-1)!) : room.last_seq,
      hasMore,
    };
  }

  return {
    async list({ userId }: CallContext, input: Input<'listChatRooms'>): Promise<Output<'listChatRooms'>> {
      const after = readPlace(input?.cursor ?? null);
      const { views, next } = await pages.list(userId, { after, limit: FIXED.roomsPage });
      return { chatRooms: views, next: next && placeAfter(next) };
    },

    async messages({ userId }: CallContext, input: Input<'listMessages'>): Promise<Output<'listMessages'>> {
      const { chatRoomId, before = null, after = null } = input;
      const limit = input.limit ?? FIXED.messagesLatest;
      if (after === null) {
        const page = await pages.messages({ roomId: chatRoomId, member: userId, before, limit });
        const { room, view, rows, hasMore } = page ?? access.refuse(chatRoomId, userId);
        return { chatRoom: view, messages: await messagesOf(rows, room, userId), hasMore };
      }
      const room = await access.roomOf(read, chatRoomId, userId);
      const { rows, hasMore } = await readMessages(read, room.id, { before, after, upTo: room.last_seq, limit });
      return { chatRoom: await viewOf(room, userId), messages: await messagesOf(rows, room, userId), hasMore };
    },

    async after({ userId }: CallContext, { chatRoomId, seq }: Input<'roomAfter'>): Promise<Output<'roomAfter'>> {
      const room = await access.roomOf(read, chatRoomId, userId);
      return { chatRoom: await viewOf(room, userId), ...(await pageAfter(room, userId, seq)) };
    },

    async sync({ userId, now }: CallContext, { since, rooms, cursor }: Input<'sync'>): Promise<Output<'sync'>> {
      const seqs = new Map(rooms.map(({ chatRoomId, seq }) => [chatRoomId, seq]));
      // These and the rooms asked for share one page.
      const limit = FIXED.roomsPage - seqs.size;
      const [{ heads, next }, known, engaged, standing] = await Promise.all([
        since === null
          ? { heads: await listOpenRooms(read, userId, { limit }), next: null }
          : changedRooms(read, userId, { since, limit, after: readPlace(cursor ?? null) }),
        findRooms(read, [...seqs.keys()], userId),
        engagement(read, userId),
        notified(read, userId),
      ]);
      const behind = known.filter((room) => room.last_seq > (seqs.get(room.id) ?? room.last_seq));
      const missing = behind.map(async (room) => ({
        chatRoomId: room.id,
        ...(await pageAfter(room, userId, seqs.get(room.id) ?? 0)),
      }));
      return {
        now: now.getTime(),
        chatRooms: await telling.view(read, withThese(known, heads), userId),
        next,
        missing: await Promise.all(missing),
        engagement: engaged,
        call: engaged.call,
        notified: standing,
      };
    },
  };
}

/** Rooms asked for are always included: an event about a read mark or presence may be lost. */
function withThese(open: readonly RoomRow[], heads: readonly RoomRow[]): RoomRow[] {
  return [...new Map([...open, ...heads].map((room) => [room.id, room])).values()];
}

function numberOf({ change, seq }: NumberedRow): number {
  return change ?? seq;
}

/** The list has a coarse order: a change at `since` may be listed that much earlier. */
async function changedRooms(
  db: Kysely<DB>,
  userId: string,
  { since, limit, after }: { since: number; limit: number; after: ListPlace | undefined },
): Promise<{ heads: RoomRow[]; next: string | null }> {
  const listedSince = new Date(since - LISTED_AGAIN_AFTER_MS);
  const found = await roomsListedSince(db, userId, { since: listedSince, limit: limit + 1, after });
  const heads = found.slice(0, limit);
  const last = found.length > limit ? heads.at(-1) : undefined;
  return { heads, next: last ? placeAfter({ listedAt: last.listed_at, roomId: last.id }) : null };
}
