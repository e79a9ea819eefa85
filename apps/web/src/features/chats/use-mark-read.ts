import { useEffect } from 'react';
import { after } from '../../lib/clock.ts';
import { markRead } from './api/mark-read.ts';
import type { Chats } from './cache.ts';
import type { History } from './history.ts';
import { markUntilRead, seenUpTo, type UnreadAfter } from './reading.ts';
import { useVisible } from './use-visible.ts';
import { onWake } from './wake.ts';

interface Reading {
  unreadAfter: UnreadAfter;
  /** Whether the newest message is on the screen. */
  isAtEnd: boolean;
}

/** Marks as read what is on a visible screen. */
export function useMarkRead(chats: Chats, history: History, { unreadAfter, isAtEnd }: Reading): void {
  const isSeen = useVisible() && isAtEnd;
  const { id } = history.room;
  const seen = seenUpTo(history, { you: chats.you, isSeen, unreadAfter });
  useEffect(() => {
    if (seen === null) return;
    return markUntilRead({ mark: () => markRead(chats, id, seen), after, onWake });
  }, [chats, id, seen]);
}
