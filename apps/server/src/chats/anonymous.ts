import type { ChatRoom } from '@yonder/contract';
import { idsOf, listOf, statement, type PipelineTx, type Tx } from '../platform/database.ts';
import type { Live } from '../platform/live.ts';
import type { Closing } from './closing.ts';
import { lockRoom, updateRoom } from './rooms-store.ts';
import type { SeenRoom } from './rows.ts';
import type { Telling } from './telling.ts';
import { chatRoomOf } from './views.ts';

interface Stranger {
  userId: string;
  /** The alias that the other member sees. */
  alias: string;
}

/** A new room of two users matched to text. */
export interface NewRoom {
  id: string;
  /** Ms since the epoch. */
  createdAt: number;
  a: Stranger;
  b: Stranger;
}

const openRows = statement<never>(import.meta.resolve('./open-anonymous.sql'));

interface AnonymousOptions {
  telling: Telling;
  closing: Pick<Closing, 'closeRoom'>;
  live: Pick<Live, 'tell' | 'isHeard'>;
}

/** Anonymous rooms: the members do not know each other until both like. */
export function createAnonymousRooms({ telling, closing, live }: AnonymousOptions) {
  return {
    /** Inserts all rooms in one statement, pipelined in the matcher's transaction. */
    openAnonymous(tx: PipelineTx, rooms: readonly NewRoom[]): void {
      tx.send(openRows, [
        idsOf(rooms.map(({ id }) => id)),
        idsOf(rooms.map(({ a }) => a.userId)),
        idsOf(rooms.map(({ b }) => b.userId)),
        listOf(rooms.map(({ a }) => a.alias)),
        listOf(rooms.map(({ b }) => b.alias)),
        tx.now,
      ]);
    },

    /** Call after the commit: emits to both members without a query. */
    tellOpened(rooms: readonly NewRoom[]): void {
      for (const room of rooms) {
        for (const { userId } of [room.a, room.b]) {
          if (live.isHeard(userId)) live.tell(userId, { name: 'room.updated', data: newRoomFor(room, userId) });
        }
      }
    },

    /** Shows both members' names from now on, in the caller's transaction; sessions are locked before. */
    async reveal(tx: Tx, roomId: string): Promise<void> {
      const { a, b } = await lockRoom(tx, roomId);
      await updateRoom(tx, roomId, { a_alias: null, b_alias: null });
      await telling.room(tx, roomId, [a, b]);
    },

    /** Closes the room without showing names, under the same locks; `by` is null when a member is lost. */
    async endAnonymous(tx: Tx, { roomId, by }: { roomId: string; by: string | null }): Promise<void> {
      const room = await lockRoom(tx, roomId);
      if (room.open) await closing.closeRoom(tx, room, by);
    },
  };
}

function newRoomFor({ id, createdAt, a, b }: NewRoom, viewer: string): ChatRoom {
  const untouched = { last_seq: 0, a_read: 0, b_read: 0, a_unread: 0, b_unread: 0 };
  const row: SeenRoom = {
    id,
    type: 'mode3',
    open: true,
    closed_by: null,
    requested_by: null,
    ...untouched,
    created_at: new Date(createdAt),
    a: a.userId,
    b: b.userId,
    a_alias: a.alias,
    b_alias: b.alias,
    last_message: null,
    last_message_at: null,
    last_message_sender: null,
    last_message_summary: null,
    hidden_head_at: null,
    a_marked_unread: false,
    b_marked_unread: false,
    blocked: false,
    reading_hidden: false,
  };
  return chatRoomOf(row, viewer, { people: new Map(), presences: new Map() });
}
