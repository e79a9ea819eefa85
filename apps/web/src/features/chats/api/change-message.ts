import type { Message, MessageChange } from '@yonder/contract';
import { type ChatsCache, recordChange, recordInHistory } from '../cache.ts';
import type { Wish } from '../wishes.ts';

/** For both, within an hour. */
export async function deleteMessage(chats: ChatsCache, message: Message): Promise<void> {
  const { id: messageId } = message;
  const wish: Wish = { messageId, change: { kind: 'deletion' } };
  await granted(chats, { message, wish, answer: chats.client.call('deleteMessage', { messageId }) });
}

/** One a person; null takes it back. */
export async function setReaction(chats: ChatsCache, message: Message, emoji: string | null): Promise<void> {
  const { id: messageId } = message;
  const wish: Wish = { messageId, change: { kind: 'reaction', emoji } };
  await granted(chats, { message, wish, answer: chats.client.call('setReaction', { messageId, emoji }) });
}

interface Asked {
  message: Message;
  wish: Wish;
  answer: Promise<MessageChange>;
}

/** Seen at once; a refusal takes it back. */
async function granted(chats: ChatsCache, { message: { chatRoomId }, wish, answer }: Asked): Promise<void> {
  recordInHistory(chats.queryClient, chatRoomId, { kind: 'wished', wish });
  try {
    recordChange(chats, await answer);
  } finally {
    recordInHistory(chats.queryClient, chatRoomId, { kind: 'settled', wish });
  }
}
