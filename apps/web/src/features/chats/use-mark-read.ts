import { useEffect } from 'react';
import { markRead } from './api/mark-read.ts';
import type { Chats } from './cache.ts';
import type { History } from './history.ts';
import { useVisible } from './use-visible.ts';

/** What stands on a visible screen is read: `isAtEnd` tells whether the newest message does. */
export function useMarkRead(chats: Chats, history: History, isAtEnd: boolean): void {
  const isVisible = useVisible();
  const { id, readSeq, markedUnread } = history.room;
  const newest = history.messages.findLast(({ senderId }) => senderId !== chats.you)?.seedOrder ?? 0;
  const isUnread = isVisible && isAtEnd && history.newer === 'none' && (newest > readSeq || markedUnread);
  useEffect(() => {
    if (!isUnread) return;
    markRead(chats, id, newest).catch(() => {
      // It stays unread, here and there alike, until the next message or visit.
    });
  }, [chats, isUnread, id, newest]);
}
