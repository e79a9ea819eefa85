import { chatRoom, message, type ChatRoom } from '@yonder/contract';
import * as z from 'zod/mini';
import { historyOf, type History } from '../history.ts';
import type { KeptDatabase } from './database.ts';

/** The stored copy, shown before the server answers or without it. Nothing of an ended chat stays. */
export interface Copy {
  rooms: () => Promise<readonly ChatRoom[] | undefined>;
  keepRooms: (rooms: readonly ChatRoom[]) => Promise<void>;
  history: (chatRoomId: string) => Promise<History | undefined>;
  keepHistory: (history: History, keptAt: number) => Promise<void>;
  /** Ids of the rooms with a stored history. */
  histories: () => Promise<readonly string[]>;
  forget: (chatRoomId: string) => Promise<void>;
}

const HISTORIES_KEPT = 50;
const MESSAGES_KEPT = 50;
const LIST = 'rooms';

const keptRooms = z.array(chatRoom);
const keptHistory = z.object({
  room: chatRoom,
  messages: z.array(message),
  seq: z.number(),
  older: z.enum(['more', 'none']),
});

export function createCopy(database: KeptDatabase): Copy {
  async function forget(chatRoomId: string): Promise<void> {
    await (await database()).delete('histories', chatRoomId);
  }
  return {
    forget,
    histories: async () => (await database()).getAllKeys('histories'),
    async rooms() {
      return keptRooms.safeParse(await (await database()).get('lists', LIST)).data;
    },
    async keepRooms(rooms) {
      await (await database()).put('lists', rooms.filter(mayBeKept), LIST);
    },
    async history(chatRoomId) {
      const { data } = keptHistory.safeParse(await (await database()).get('histories', chatRoomId));
      if (data === undefined) return undefined;
      const { room, messages, seq, older } = data;
      return { ...historyOf({ chatRoom: room, messages, hasMore: older === 'more' }), seq, from: 'device' };
    },
    async keepHistory({ room, messages, seq, older, newer }, keptAt) {
      if (!room.isActive) return forget(room.id);
      // A window in the past is no start for the next visit.
      if (!mayBeKept(room) || newer === 'more') return;
      const last = messages.slice(-MESSAGES_KEPT);
      const kept = {
        chatRoomId: room.id,
        keptAt,
        room,
        messages: last,
        seq,
        older: last.length < messages.length ? 'more' : older,
      };
      const transaction = (await database()).transaction('histories', 'readwrite');
      await transaction.store.put(kept);
      const keys = await transaction.store.index('keptAt').getAllKeys();
      await Promise.all(keys.slice(0, -HISTORIES_KEPT).map((key) => transaction.store.delete(key)));
      await transaction.done;
    },
  };
}

/** Whether the room may be stored: anonymous rooms leave no trace on the device. */
function mayBeKept({ isAnonymous }: ChatRoom): boolean {
  return !isAnonymous;
}
