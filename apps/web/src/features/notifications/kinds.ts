import type { Notification, NotificationKind } from '@yonder/contract';

/** The path to the place where it happened; null: there is none. */
export function pathOf({ kind, chatRoomId, postId }: Pick<Notification, 'kind' | 'chatRoomId' | 'postId'>) {
  switch (kind) {
    case 'comment':
      return postId && `/mode1/${postId}`;
    case 'moderation':
      return '/settings/decisions';
    case 'report-closed':
      return '/settings/reports';
    case 'message':
    case 'match':
    case 'missed-call':
    case 'chat-closed':
    case 'request':
      return chatRoomId && `/chat/${chatRoomId}`;
    default:
      return kind satisfies never;
  }
}

/** Kinds that count as unread messages of their chat and are read with it. */
const IN_CHATS: ReadonlySet<NotificationKind> = new Set(['message', 'request', 'missed-call']);

/** Unread notifications that the chats do not count, so that nothing counts twice. */
export function beyondChats(notifications: readonly Notification[]): Notification[] {
  return notifications.filter(({ kind, isRead }) => !isRead && !IN_CHATS.has(kind));
}

/** Notifications that are read by visiting `path`. A chat's messages are read one by one as they are seen. */
export function seenAt(path: string, notifications: readonly Notification[]): Notification[] {
  return beyondChats(notifications).filter((one) => pathOf(one) === path);
}
