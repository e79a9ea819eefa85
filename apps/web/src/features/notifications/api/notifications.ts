import { queryOptions } from '@tanstack/react-query';
import type { Notification, Notified } from '@yonder/contract';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { appStore } from '../../../state/store.ts';
import {
  addNotification,
  agreesWith,
  clearNotifications,
  markAllNotificationsRead,
  markNotificationRead,
  replaceNotifications,
} from '../../../state/transitions.ts';

/** The app state holds the list; the query tracks its loading, failure and age. Returns the list's length. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async () => {
    const { notifications } = await client.call('listNotifications');
    appStore.setState((state) => replaceNotifications(state, notifications));
    return notifications.length;
  },
});

/** Refreshes by hand; rejects when there is no answer. */
export function refresh(): Promise<unknown> {
  return queryClient.fetchQuery({ ...notificationsQuery, staleTime: 0 });
}

/** Reloads the list; an answer that is already on its way is too old. */
export function reloadNotifications(): void {
  const { queryKey } = notificationsQuery;
  // The query may have been collected, and then there is nothing to invalidate.
  if (queryClient.getQueryState(queryKey) === undefined) void queryClient.prefetchQuery(notificationsQuery);
  else void queryClient.invalidateQueries({ queryKey, refetchType: 'all' });
}

/** Refetches if the catch-up shows that notifications were missed. */
export function caughtUpNotifications(notified: Notified): void {
  if (agreesWith(appStore.getState(), notified)) return;
  void queryClient.prefetchQuery({ ...notificationsQuery, staleTime: 0 });
}

export function recordNotification(notification: Notification): void {
  appStore.setState((state) => addNotification(state, notification));
  if (queryClient.isFetching({ queryKey: notificationsQuery.queryKey }) > 0) reloadNotifications();
}

/** Shown at once; if the server cannot be told, the list is reloaded. */
export function markRead(notifications: readonly Notification[]): void {
  const ids = notifications.filter(({ isRead }) => !isRead).map(({ id }) => id);
  if (ids.length === 0) return;
  appStore.setState((state) => ids.reduce(markNotificationRead, state));
  client.call('markNotificationsRead', { ids }).catch(reloadNotifications);
}

export function markAllRead(): void {
  appStore.setState(markAllNotificationsRead);
  client.call('markNotificationsRead').catch(reloadNotifications);
}

/** Shown at once; a refusal is thrown, and the list is reloaded. */
export async function clearAll(): Promise<void> {
  const answer = client.call('clearNotifications');
  appStore.setState(clearNotifications);
  try {
    await answer;
  } catch (error) {
    reloadNotifications();
    throw error;
  }
  // A request that was sent before may still return them.
  if (queryClient.isFetching({ queryKey: notificationsQuery.queryKey }) > 0) reloadNotifications();
}
