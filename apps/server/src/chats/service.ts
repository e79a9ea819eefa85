import { FIXED, type EngagementView, type Input, type Output } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Database, DB, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import type { Rooms } from './rooms.ts';
import { LISTED_AGAIN_AFTER_MS, type Sender } from './sending.ts';
import { advanceReadMark, findRoom, findRooms, listOpenRooms, readMessages, roomsListedSince } from './store.ts';
import { messageOf, type RoomRow } from './views.ts';

export interface ChatOptions {
  database: Database;
  rooms: Rooms;
  sender: Sender;
  /** What occupies the person now. */
  engagement(db: Kysely<DB>, userId: string): Promise<EngagementView>;
}

export type ChatService = ReturnType<typeof createChatService>;

export function createChatService({ database, rooms, sender, engagement }: ChatOptions) {
  const { read } = database;

  async function pageOf(
    room: RoomRow,
    { viewer, ...range }: { viewer: string; before?: number | null; after?: number | null; limit: number },
  ) {
    const { rows, hasMore } = await readMessages(read, room.id, range);
    return { messages: rows.map((row) => messageOf(row, viewer, room)), hasMore };
  }

  return {
    send({ userId }: CallContext, input: Input<'sendMessageV2v2'>): Promise<Output<'sendMessageV2v2'>> {
      const { chatRoomId, clientMessageId, content, clientCreatedAt = null } = input;
      return sender.send({ roomId: chatRoomId, senderId: userId, clientMessageId, content, clientCreatedAt });
    },

    async list({ userId }: CallContext): Promise<Output<'listChatRooms'>> {
      return { chatRooms: await rooms.view(read, await listOpenRooms(read, userId, FIXED.roomsPage), userId) };
    },

    async messages({ userId }: CallContext, input: Input<'listMessages'>): Promise<Output<'listMessages'>> {
      const room = await roomOf(read, input.chatRoomId, userId);
      const { before = null, after = null, limit } = input;
      const page = await pageOf(room, { viewer: userId, before, after, limit: limit ?? FIXED.messagesLatest });
      return { chatRoom: await viewOf(rooms, read, room, userId), ...page };
    },

    async after({ userId }: CallContext, { chatRoomId, seq }: Input<'roomAfter'>): Promise<Output<'roomAfter'>> {
      const room = await roomOf(read, chatRoomId, userId);
      const page = await pageOf(room, { viewer: userId, after: seq, limit: FIXED.messagesPage });
      return { chatRoom: await viewOf(rooms, read, room, userId), ...page };
    },

    async markRead(
      { userId }: CallContext,
      tx: Tx,
      { chatRoomId, seedOrder }: Input<'markRead'>,
    ): Promise<Output<'markRead'>> {
      const room = await roomOf(tx.db, chatRoomId, userId);
      const reader = room.a === userId ? 'a' : 'b';
      const { readSeq, unread, moved } = await advanceReadMark(tx, chatRoomId, { reader, upTo: seedOrder });
      if (moved) for (const member of [room.a, room.b]) await rooms.tellRoom(tx, chatRoomId, member);
      return { readSeq, unread };
    },

    async sync({ userId, now }: CallContext, input: Input<'sync'>): Promise<Output<'sync'>> {
      const { since, rooms: open } = input;
      const seqs = new Map(open.map(({ chatRoomId, seq }) => [chatRoomId, seq]));
      const [heads, known, engaged] = await Promise.all([
        since === null ? listOpenRooms(read, userId, FIXED.roomsPage) : changedRooms(read, userId, since),
        findRooms(read, [...seqs.keys()], userId),
        engagement(read, userId),
      ]);
      const missing = known.flatMap((room) => {
        const after = seqs.get(room.id) ?? room.last_seq;
        return room.last_seq > after ? [{ room, after }] : [];
      });
      return {
        now: now.getTime(),
        chatRooms: await rooms.view(read, heads, userId),
        missing: await Promise.all(
          missing.map(async ({ room, after }) => ({
            chatRoomId: room.id,
            ...(await pageOf(room, { viewer: userId, after, limit: FIXED.messagesPage })),
          })),
        ),
        engagement: engaged,
        call: engaged.call,
      };
    },
  };
}

/** A room somebody else's answers as a missing one. */
async function roomOf(db: Kysely<DB>, roomId: string, member: string): Promise<RoomRow> {
  const room = await findRoom(db, roomId, member);
  if (!room) throw new DomainError('room-not-found');
  return room;
}

async function viewOf(rooms: Rooms, db: Kysely<DB>, room: RoomRow, viewer: string) {
  const [view] = await rooms.view(db, [room], viewer);
  if (!view) throw new Error('a room without a view');
  return view;
}

/** The list moves at a grain: what happened at `since` may be listed that much earlier. */
function changedRooms(db: Kysely<DB>, userId: string, since: number): Promise<RoomRow[]> {
  const listedSince = new Date(since - LISTED_AGAIN_AFTER_MS);
  return roomsListedSince(db, userId, { since: listedSince, limit: FIXED.roomsPage });
}
