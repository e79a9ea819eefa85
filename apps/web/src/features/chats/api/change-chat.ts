import { type Chats, recordInRooms } from '../cache.ts';

/** Back among the unread, on all of the person's devices, until it is read again. */
export async function markUnread({ client, queryClient }: Chats, chatRoomId: string): Promise<void> {
  await client.call('markUnread', { chatRoomId });
  recordInRooms(queryClient, { kind: 'marked-unread', chatRoomId });
}

/** Closes it for both. */
export async function deleteChat({ client, queryClient, copy }: Chats, chatRoomId: string): Promise<void> {
  await client.call('deleteChatRoomV2v2', { chatRoomId });
  recordInRooms(queryClient, { kind: 'closed', chatRoomId });
  await copy.forget(chatRoomId).catch(() => {});
}
