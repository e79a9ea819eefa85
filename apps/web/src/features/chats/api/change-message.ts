import type { MessageChange } from '@yonder/contract';
import { type ChatsCache, recordChange } from '../cache.ts';

/** For both, within an hour. */
export async function deleteMessage(chats: ChatsCache, messageId: string): Promise<void> {
  await changedBy(chats, chats.client.call('deleteMessage', { messageId }));
}

/** One a person; null takes it back. */
export async function setReaction(chats: ChatsCache, messageId: string, emoji: string | null): Promise<void> {
  await changedBy(chats, chats.client.call('setReaction', { messageId, emoji }));
}

async function changedBy(chats: ChatsCache, answer: Promise<MessageChange>): Promise<void> {
  recordChange(chats, await answer);
}
