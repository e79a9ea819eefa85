import type { Notification, NotificationKind } from '@yonder/contract';

/** Where it happened, as a path of the app; null: nowhere one could go. */
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

/** What waits as an unread line of its chat, and is read with it. */
const IN_CHATS: ReadonlySet<NotificationKind> = new Set(['message', 'request', 'missed-call']);

/** What waits and is not among the unread messages of the chats: so nothing counts twice. */
export function beyondChats(notifications: readonly Notification[]): Notification[] {
  return notifications.filter(({ kind, isRead }) => !isRead && !IN_CHATS.has(kind));
}

/** What is read by being where it happened. A chat's own lines are read as they are seen, one after another. */
export function seenAt(path: string, notifications: readonly Notification[]): Notification[] {
  return beyondChats(notifications).filter((one) => pathOf(one) === path);
}
