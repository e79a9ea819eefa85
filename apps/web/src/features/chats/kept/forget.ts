import type { ChatRoom } from '@yonder/contract';
import type { Chats } from '../cache.ts';

type Kept = Pick<Chats, 'copy' | 'drafts' | 'outbox'>;

/** Of a chat that is over nothing stays on this device. A screen that shows it goes on showing what was on it. */
export async function forgetRoom({ copy, drafts, outbox }: Kept, chatRoomId: string): Promise<void> {
  drafts.set({ chatRoomId, content: '', replyTo: null });
  // What cannot be forgotten now is found again beside the next list.
  await Promise.allSettled([copy.forget(chatRoomId), outbox.forget(chatRoomId)]);
}

/**
 * What is kept and not in a list that is whole was closed meanwhile, or begun since that list was asked for. So the server is
 * asked anew, after what is kept was read: what it does not list then is over.
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
