import { type Chats, recordInHistory, recordInRooms } from '../cache.ts';

export async function markRead(chats: Chats, chatRoomId: string, seedOrder: number): Promise<void> {
  const { client, queryClient } = chats;
  const read = await client.call('markRead', { chatRoomId, seedOrder });
  recordInHistory(queryClient, chatRoomId, { kind: 'read', ...read });
  recordInRooms(queryClient, { kind: 'read', chatRoomId, ...read });
}
