import { randomId } from '@yonder/client';
import { type ChatRoom, type Message, type Quote, preview, summaryOf } from '@yonder/contract';
import { useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { useShownName } from '../../lib/shown-name.ts';
import { feel } from '../../ui/haptics.ts';
import { showToast } from '../../ui/toast/toasts.ts';
import { setReaction } from './api/change-message.ts';
import { withdrawOneTimeImage } from './api/one-time-image.ts';
import type { Chats } from './cache.ts';
import type { MenuPlace, RoomActions } from './room-actions.ts';
import type { UnsentMedia } from './unsent.ts';

/** What is open above the conversation: a message's menu, or what was chosen there. */
export type RoomOverlay =
  | { kind: 'menu'; message: Message; at: MenuPlace }
  | { kind: 'reactions' | 'deletion' | 'report' | 'image' | 'one-time'; message: Message };

interface Written {
  content: string;
  replyTo: Quote | null;
  media: UnsentMedia | null;
}

export function useRoomActionsOf(chats: Chats, room: ChatRoom) {
  const [overlay, showOverlay] = useState<RoomOverlay | null>(null);
  const [lastWritten, setLastWritten] = useState<string | null>(null);
  const { client, outbox, drafts, you } = chats;
  const otherName = useShownName()(room.other.name);

  function write({ content, replyTo, media }: Written): void {
    const clientMessageId = randomId();
    feel('send');
    setLastWritten(clientMessageId);
    void outbox.add({
      clientMessageId,
      chatRoomId: room.id,
      senderId: you,
      content,
      clientCreatedAt: client.serverNow(),
      replyTo,
      media,
      state: 'sending',
    });
  }
  const actions: Omit<RoomActions, 'goTo'> = {
    you,
    other: room.other,
    otherName,
    isOpen: isWritable(room),
    reply(message) {
      drafts.set({ chatRoomId: room.id, content: drafts.get(room.id)?.content ?? '', replyTo: quoteOf(message) });
    },
    react(message, emoji) {
      setReaction(chats, message, emoji).catch(complain);
    },
    menu: (message, at) => showOverlay({ kind: 'menu', message, at }),
    retry: (written) => void outbox.retry(written),
    rewrite(written) {
      const begun = drafts.get(room.id);
      const content = [begun?.content ?? '', written.content].filter(Boolean).join('\n');
      drafts.set({ chatRoomId: room.id, content, replyTo: begun ? begun.replyTo : written.replyTo });
      void outbox.discard(written);
    },
    discard: (written) => void outbox.discard(written),
    look: (message) => showOverlay({ kind: message.type === 'one_time_image' ? 'one-time' : 'image', message }),
    withdraw: (message) => void withdrawOneTimeImage(chats, message.id).catch(complain),
  };
  /** Media answer the quoted message, too. */
  function writeMedia(media: UnsentMedia, content = ''): void {
    const begun = drafts.get(room.id);
    write({ content, replyTo: begun?.replyTo ?? null, media });
    drafts.set({ chatRoomId: room.id, content: begun?.content ?? '', replyTo: null });
  }
  return { actions, overlay, showOverlay, write, writeMedia, lastWritten };
}

/** Whether both may write: the room is neither closed nor an unanswered hello. */
export function isWritable({ isActive, request }: ChatRoom): boolean {
  return isActive && request === null;
}

function complain(error: unknown): void {
  showToast({ message: errorText(error), type: 'error' });
}

function quoteOf(message: Message): Quote {
  const { seedOrder, senderId, content } = message;
  return { seedOrder, senderId, content: preview(content), summary: summaryOf(message) };
}
