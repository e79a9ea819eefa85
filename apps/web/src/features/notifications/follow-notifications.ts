import type { Notification } from '@yonder/contract';
import { client, onReturn } from '../../lib/client.ts';
import type { Stop } from '../../lib/clock.ts';
import { recordNotification, reloadNotifications } from './api/notifications.ts';

/** Keeps the list current and calls `onArrival` for each new notification. A sync covers missed events. */
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
  ];
  return () => stops.forEach((stop) => stop());
}
