import { NOTIFICATION_KINDS, type Notification, type Person } from '@yonder/contract';
import { previewOf } from './preview.ts';
import type { StoredNotification } from './store.ts';

/** Returns it as its owner sees it; null for a kind that only a newer version knows. */
export function notificationOf(row: StoredNotification, people: ReadonlyMap<string, Person>): Notification | null {
  const kind = NOTIFICATION_KINDS.find((known) => known === row.kind);
  if (kind === undefined) return null;
  return {
    id: row.id,
    userId: row.userId,
    kind,
    message: row.said === null ? null : previewOf(row.said),
    person: row.about === null ? null : (people.get(row.about) ?? null),
    chatRoomId: row.roomId,
    postId: row.postId,
    isRead: row.isRead,
    createdAt: row.createdAt.getTime(),
  };
}
