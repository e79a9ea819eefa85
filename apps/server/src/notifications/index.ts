import type { Handlers } from '../platform/dispatcher.ts';
import type { Clock } from '../platform/clock.ts';
import type { Stop } from '../platform/stop.ts';
import { notificationCallables, type NotificationCallable } from './callables.ts';
import { forgetOld } from './forgetting.ts';
import { readStanding } from './store.ts';
import { createNotificationService, type NotificationOptions, type NotificationService } from './service.ts';

export { notificationData } from './personal-data.ts';
export type { NewNotice, Notice } from './store.ts';

export interface Notifications extends Pick<NotificationService, 'notify' | 'readRoom' | 'forgetRoom'> {
  /** Reads the user's newest notification and unread count, for clients that missed events. */
  standing: typeof readStanding;
  callables: Handlers<NotificationCallable>;
  /** Deletes old notifications until stopped. */
  start(): Stop;
}

export function createNotifications(options: NotificationOptions & { clock: Clock }): Notifications {
  const service = createNotificationService(options);
  const { notify, readRoom, forgetRoom } = service;
  return {
    notify,
    readRoom,
    forgetRoom,
    standing: readStanding,
    callables: notificationCallables(service),
    start: () => forgetOld(options),
  };
}
