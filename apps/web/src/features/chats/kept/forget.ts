import type { ChatRoom } from '@yonder/contract';
import type { Chats } from '../cache.ts';

type Kept = Pick<Chats, 'copy' | 'drafts' | 'outbox'>;

/** Removes everything of a closed chat from this device. An open screen keeps showing what it has. */
export async function forgetRoom({ copy, drafts, outbox }: Kept, chatRoomId: string): Promise<void> {
  drafts.set({ chatRoomId, content: '', replyTo: null });
  // What cannot be removed now is found again with the next list.
  await Promise.allSettled([copy.forget(chatRoomId), outbox.forget(chatRoomId)]);
}

/**
 * Removes stored rooms that a complete list lacks: closed meanwhile, or begun since the list was requested. So it asks again
 * after reading storage; a room missing then is closed.
 */
export async function forgetClosed(chats: Kept & Pick<Chats, 'client'>, listed: readonly ChatRoom[]): Promise<void> {
  const kept = await roomsKept(chats);
  if (notAmong(listed, kept).length === 0) return;
  const { chatRooms, next } = await chats.client.call('listChatRooms');
  if (next === null) await Promise.all(notAmong(chatRooms, kept).map((id) => forgetRoom(chats, id)));
}

async function roomsKept({ copy, drafts, outbox }: Kept): Promise<ReadonlySet<string>> {
  const [copied, unsent] = await Promise.all([copy.histories().catch(() => []), outbox.all()]);
  return new Set([...drafts.rooms(), ...copied, ...unsent.map(({ chatRoomId }) => chatRoomId)]);
}

function notAmong(rooms: readonly ChatRoom[], ids: ReadonlySet<string>): string[] {
  const open = new Set(rooms.map(({ id }) => id));
  return [...ids].filter((id) => !open.has(id));
}
