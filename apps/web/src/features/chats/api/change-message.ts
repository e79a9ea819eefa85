import type { Message, MessageChange } from '@yonder/contract';
import { type ChatsCache, recordChange, recordInHistory } from '../cache.ts';
import type { Wish } from '../wishes.ts';

/** Deletes the message for both members, within an hour of sending. */
export async function deleteMessage(chats: ChatsCache, message: Message): Promise<void> {
  const { id: messageId } = message;
  const wish: Wish = { messageId, change: { kind: 'deletion' } };
  await granted(chats, { message, wish, answer: chats.client.call('deleteMessage', { messageId }) });
}

/** Sets this user's only reaction; null removes it. */
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

/** Applies the change optimistically; a refusal reverts it. */
async function granted(chats: ChatsCache, { message: { chatRoomId }, wish, answer }: Asked): Promise<void> {
  recordInHistory(chats.queryClient, chatRoomId, { kind: 'wished', wish });
  try {
    recordChange(chats, await answer);
  } finally {
    recordInHistory(chats.queryClient, chatRoomId, { kind: 'settled', wish });
  }
}
