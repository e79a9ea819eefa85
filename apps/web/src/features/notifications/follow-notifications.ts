import type { Notification } from '@yonder/contract';
import { client, onCatchUp, onReturn } from '../../lib/client.ts';
import type { Stop } from '../../lib/clock.ts';
import { queryClient } from '../../lib/query-client.ts';
import { notificationsQuery, recordNotification, reloadNotifications } from './api/notifications.ts';

/** Keeps the list true while somebody is signed in; `onArrival` hears of each new one. */
export function followNotifications(onArrival: (notification: Notification) => void): Stop {
  const { live } = client;
  const stops = [
    live.on('notification.created', ({ unread: _, ...notification }) => {
      recordNotification(notification);
      onArrival(notification);
    }),
    live.on('notification.updated', reloadNotifications),
    live.on('gap', reloadNotifications),
    onReturn(reloadNotifications),
    onCatchUp(async () => void queryClient.prefetchQuery(notificationsQuery)),
  ];
  // This part of the page may have come after the connection.
  live.catchUp();
  return () => stops.forEach((stop) => stop());
}
