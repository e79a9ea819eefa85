import type { ChatRoom } from '@yonder/contract';
import { type Chats, recordRoom } from '../cache.ts';

/** Opens the room for writing to both members. */
export async function acceptHello(chats: Chats, { id: chatRoomId, lastSeq: seq }: ChatRoom): Promise<void> {
  await chats.client.call('acceptHello', { chatRoomId });
  const { chatRoom } = await chats.client.call('roomAfter', { chatRoomId, seq });
  recordRoom(chats, chatRoom);
}
