import { FIXED, type Output } from '@yonder/contract';
import type { ChatsCache } from '../cache.ts';
import { askRoom } from './ask-room.ts';

const { messagesLive: LIVE, messagesPage: PAGE } = FIXED;

interface Placed {
  page: Output<'listMessages'>;
  newer: 'more' | 'none';
}

/** Fetches the messages around a given one. */
export async function around(chats: ChatsCache, chatRoomId: string, seedOrder: number): Promise<Placed> {
  const { client } = chats;
  const [before, after] = await Promise.all([
    askRoom(chats, chatRoomId, client.call('listMessages', { chatRoomId, before: seedOrder, limit: LIVE })),
    askRoom(chats, chatRoomId, client.call('listMessages', { chatRoomId, after: seedOrder - 1, limit: PAGE })),
  ]);
  // The older of the two replies bounds what both know.
  const { chatRoom } = before.chatRoom.lastSeq < after.chatRoom.lastSeq ? before : after;
  const page = { chatRoom, messages: [...before.messages, ...after.messages], hasMore: before.hasMore };
  return { page, newer: after.hasMore ? 'more' : 'none' };
}
