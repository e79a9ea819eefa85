import type { notificationCallables as contract } from '@yonder/contract';
import { command, query, type Handlers } from '../platform/dispatcher.ts';
import type { NotificationService } from './service.ts';

export type NotificationCallable = keyof typeof contract;

export function notificationCallables(service: NotificationService): Handlers<NotificationCallable> {
  return {
    listNotifications: query(service.list),
    markNotificationsRead: command(service.markRead),
    clearNotifications: command(service.clear),
  };
}
