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

/** The app's state holds the list; the query knows how it came there: loading, failed, how old. Answers its length. */
export const notificationsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: async () => {
    const { notifications } = await client.call('listNotifications');
    appStore.setState((state) => replaceNotifications(state, notifications));
    return notifications.length;
  },
});

/** Asked for by hand: rejects where there is no answer. */
export function refresh(): Promise<unknown> {
  return queryClient.fetchQuery({ ...notificationsQuery, staleTime: 0 });
}

/** As the server has it. An answer that is on its way is too old already. */
export function reloadNotifications(): void {
  const { queryKey } = notificationsQuery;
  // Of what nobody has looked at for a while there is no query to ask again.
  if (queryClient.getQueryState(queryKey) === undefined) void queryClient.prefetchQuery(notificationsQuery);
  else void queryClient.invalidateQueries({ queryKey, refetchType: 'all' });
}

/** What was missed is asked for. */
export function caughtUpNotifications(notified: Notified): void {
  if (agreesWith(appStore.getState(), notified)) return;
  void queryClient.prefetchQuery({ ...notificationsQuery, staleTime: 0 });
}

export function recordNotification(notification: Notification): void {
  appStore.setState((state) => addNotification(state, notification));
  if (queryClient.isFetching({ queryKey: notificationsQuery.queryKey }) > 0) reloadNotifications();
}

/** At once; where the server does not hear of it the list comes back as it was. */
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

/** At once; a refusal is thrown, and the list comes back as it was. */
export async function clearAll(): Promise<void> {
  const answer = client.call('clearNotifications');
  appStore.setState(clearNotifications);
  try {
    await answer;
  } catch (error) {
    reloadNotifications();
    throw error;
  }
  // What was asked for meanwhile may still have them.
  if (queryClient.isFetching({ queryKey: notificationsQuery.queryKey }) > 0) reloadNotifications();
}
