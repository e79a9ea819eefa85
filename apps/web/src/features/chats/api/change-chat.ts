import type { ChatRoom } from '@yonder/contract';
import { type Chats, recordInRooms, recordRoom } from '../cache.ts';
import { isUnread } from '../rooms.ts';
import { markRead } from './mark-read.ts';

/** Read becomes unread, unread read, on all of the person's devices. Seen at once; a refusal takes it back. */
export async function toggleUnread(chats: Chats, room: ChatRoom): Promise<void> {
  const { id: chatRoomId, unread, markedUnread, lastSeq } = room;
  const count = (now: Pick<ChatRoom, 'unread' | 'markedUnread'>): void =>
    recordInRooms(chats.queryClient, { kind: 'counted', chatRoomId, ...now });
  const wasUnread = isUnread(room);
  count(wasUnread ? { unread: 0, markedUnread: false } : { unread, markedUnread: true });
  try {
    if (wasUnread) await markRead(chats, chatRoomId, lastSeq);
    else await chats.client.call('markUnread', { chatRoomId });
  } catch (error) {
    count({ unread, markedUnread });
    throw error;
  }
}

/** Closes it for both. It leaves the list at once; a refusal brings it back. */
export async function deleteChat(chats: Chats, room: ChatRoom): Promise<void> {
  const { id: chatRoomId } = room;
  const leave = (): void => recordInRooms(chats.queryClient, { kind: 'closed', chatRoomId });
  leave();
  try {
    await chats.client.call('deleteChatRoomV2v2', { chatRoomId });
  } catch (error) {
    recordRoom(chats, room);
    throw error;
  }
  // Meanwhile an event may have told of it.
  leave();
  await chats.copy.forget(chatRoomId).catch(() => {});
}
