import type { Notification } from '@yonder/contract';
import { dayOf } from '../../lib/when.ts';

/** One day's notifications, the latest first. */
interface NotificationDay {
  day: string;
  at: number;
  notifications: readonly Notification[];
}

/** Days in the reader's time zone. */
export function daysOf(notifications: readonly Notification[]): readonly NotificationDay[] {
  const days = Map.groupBy(notifications, ({ createdAt }) => dayOf(createdAt));
  return [...days].map(([day, ofDay]) => ({ day, at: ofDay[0]?.createdAt ?? 0, notifications: ofDay }));
}
