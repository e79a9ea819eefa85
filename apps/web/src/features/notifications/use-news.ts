import type { Notification } from '@yonder/contract';
import { useEffect, useEffectEvent } from 'react';
import { useLocation } from 'react-router';
import { appStore, useAppState } from '../../state/store.ts';
import { dismissToast } from '../../ui/toast/toasts.ts';
import { markRead } from './api/notifications.ts';
import { chime } from './chime.ts';
import { followNotifications } from './follow-notifications.ts';
import { pathOf, seenAt } from './kinds.ts';
import { isFound } from './matches.ts';
import type { Arrival, useAnnounce } from './use-announce.ts';
import { useWords } from './use-words.ts';
import { wishesOf } from './wishes.ts';

/** Follows the user's notifications and announces them. */
export function useNews(announce: ReturnType<typeof useAnnounce>): void {
  const wordsOf = useWords();
  const tell = useEffectEvent((notification: Notification) => {
    // A message is announced by itself, with more detail than its notification has.
    if (notification.kind !== 'message') announce(arrivalOf(notification, wordsOf(notification)));
  });
  useEffect(() => followNotifications(tell), []);
  useEffect(
    () =>
      appStore.subscribe((now, before) => {
        if (isFound(before, now)) void chime('match', wishesOf(now.user?.preferences));
      }),
    [],
  );
  useSeen();
}

function arrivalOf(notification: Notification, { title, body }: { title: string; body: string }): Arrival {
  const { kind, person } = notification;
  return {
    kind,
    title,
    message: body,
    path: pathOf(notification),
    avatar: person?.thumb ?? person?.photo ?? null,
    seed: person?.userId ?? null,
    onOpen: () => markRead([notification]),
  };
}

/** Marks a page's notifications as read and dismisses its banner when the page is visited. */
function useSeen(): void {
  const { pathname } = useLocation();
  const notifications = useAppState((state) => state.notifications);
  useEffect(() => {
    dismissToast(pathname);
  }, [pathname]);
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === 'visible') markRead(seenAt(pathname, notifications));
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [pathname, notifications]);
}
