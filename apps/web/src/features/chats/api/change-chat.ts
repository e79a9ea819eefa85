import type { ChatRoom } from '@yonder/contract';
import { CHAT_ROOMS, type Chats, heldRooms, historyKey, recordInRooms } from '../cache.ts';
import { forgetRoom } from '../kept/forget.ts';
import { isUnread } from '../rooms.ts';
import { markRead } from './mark-read.ts';

type Count = Pick<ChatRoom, 'unread' | 'markedUnread'>;

/** Read becomes unread, unread read, on all of the person's devices. Seen at once; a refusal takes it back. */
export async function toggleUnread(chats: Chats, room: ChatRoom): Promise<void> {
  const { id: chatRoomId, unread, markedUnread, lastSeq } = room;
  const count = (now: Count): void => recordInRooms(chats.queryClient, { kind: 'counted', chatRoomId, ...now });
  const wasUnread = isUnread(room);
  const wished = wasUnread ? { unread: 0, markedUnread: false } : { unread, markedUnread: true };
  count(wished);
  try {
    if (wasUnread) await markRead(chats, chatRoomId, lastSeq);
    else await chats.client.call('markUnread', { chatRoomId });
  } catch (error) {
    const now = heldRooms(chats.queryClient)?.rooms.find(({ id }) => id === chatRoomId);
    // Something has come or was read meanwhile: what it was before is no longer true either.
    if (now !== undefined && isSame(now, wished)) count({ unread, markedUnread });
    else askAnew(chats);
    throw error;
  }
}

/** Closes it for both. It leaves the list at once; a refusal brings it back, unless it was closed meanwhile. */
export async function deleteChat(chats: Chats, room: ChatRoom): Promise<void> {
  const { id: chatRoomId } = room;
  const leave = (): void => recordInRooms(chats.queryClient, { kind: 'closed', chatRoomId });
  leave();
  try {
    await chats.client.call('deleteChatRoomV2v2', { chatRoomId });
  } catch (error) {
    askAnew(chats);
    throw error;
  }
  // Meanwhile an event may have told of it.
  leave();
  await forgetRoom(chats, chatRoomId);
}

/** This person reads it no more, here at once. An open one closes for both first; a refusal brings it back. */
export async function leaveChat(chats: Chats, room: ChatRoom): Promise<void> {
  const { id: chatRoomId } = room;
  const dropFromList = (): void => recordInRooms(chats.queryClient, { kind: 'closed', chatRoomId });
  dropFromList();
  try {
    await chats.client.call('leaveChatRoom', { chatRoomId });
  } catch (error) {
    askAnew(chats);
    throw error;
  }
  dropFromList();
  chats.queryClient.removeQueries({ queryKey: historyKey(chatRoomId) });
  await forgetRoom(chats, chatRoomId);
}

function isSame(one: Count, other: Count): boolean {
  return one.unread === other.unread && one.markedUnread === other.markedUnread;
}

function askAnew({ queryClient }: Chats): void {
  void queryClient.invalidateQueries({ queryKey: CHAT_ROOMS });
}
