import { useEffect, useSyncExternalStore } from 'react';
import { markRead } from './api/mark-read.ts';
import type { Chats } from './cache.ts';
import type { History } from './history.ts';

/** What stands on a visible screen is read. */
export function useMarkRead(chats: Chats, history: History): void {
  const visible = useSyncExternalStore(onVisibilityChange, isVisible);
  const { id, readSeq } = history.room;
  const newest = history.messages.findLast(({ senderId }) => senderId !== chats.you)?.seedOrder ?? 0;
  const isUnread = visible && newest > readSeq;
  useEffect(() => {
    if (!isUnread) return;
    markRead(chats, id, newest).catch(() => {
      // It stays unread, here and there alike, until the next message or visit.
    });
  }, [chats, isUnread, id, newest]);
}

function isVisible(): boolean {
  return document.visibilityState === 'visible';
}

function onVisibilityChange(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}
