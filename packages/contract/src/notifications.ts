import * as z from 'zod/mini';
import { callable } from './callable.ts';
import { FIXED } from './limits.ts';
import { done, id, person, text, time } from './schema.ts';

export const NOTIFICATION_KINDS = [
  'message',
  'match',
  'missed-call',
  'chat-closed',
  'comment',
  'request',
  'moderation',
  'report-closed',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const notification = z.object({
  id,
  userId: id,
  kind: z.enum(NOTIFICATION_KINDS),
  /** At most 100 characters of what was said, if anything was; never empty. */
  message: z.nullable(text({ min: 1, max: FIXED.messagePreviewLength })),
  /** The user it is about, where you know each other. */
  person: z.nullable(person),
  chatRoomId: z.nullable(id),
  postId: z.nullable(id),
  isRead: z.boolean(),
  createdAt: time,
});
export type Notification = z.infer<typeof notification>;

/** A summary of the list: its newest, and how many of all are unread. */
export const notified = z.object({ latest: z.nullable(id), unread: z.int() });
export type Notified = z.infer<typeof notified>;

const page = z.array(notification).check(z.maxLength(FIXED.notificationsPage));

export const notificationCallables = {
  /** Newest first. before: the last of the page before. */
  listNotifications: callable(
    'query',
    () => z._default(z.nullable(z.object({ before: z.nullish(id) })), null),
    () => z.object({ notifications: page, unread: z.int() }),
  ),
  /** ids absent: all of them. */
  markNotificationsRead: callable(
    'command',
    () =>
      z._default(
        z.nullable(z.object({ ids: z.nullish(z.array(id).check(z.maxLength(FIXED.notificationsPage))) })),
        null,
      ),
    () => z.object({ unread: z.int() }),
  ),
  clearNotifications: callable(
    'command',
    () => z._default(z.nullable(z.object({})), null),
    () => done,
  ),
} as const;
