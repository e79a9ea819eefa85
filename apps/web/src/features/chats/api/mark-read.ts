import { type Chats, recordNote } from '../cache.ts';

export async function markRead(chats: Chats, chatRoomId: string, seedOrder: number): Promise<void> {
  const read = await chats.client.call('markRead', { chatRoomId, seedOrder });
  const note = { kind: 'read', chatRoomId, ...read } as const;
  recordNote(chats, note);
  chats.notes.post(note);
}
