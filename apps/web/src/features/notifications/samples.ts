/* Notifications for tests. */
import type { Notification } from '@yonder/contract';

const MEI = { userId: 'mei', name: 'Mei-Lin', photo: '/mei.webp', thumb: '/mei-small.webp' };

export function notificationOf(more: Partial<Notification> = {}): Notification {
  return {
    id: 'n',
    userId: 'you',
    kind: 'message',
    message: 'Good night',
    person: MEI,
    chatRoomId: 'room',
    postId: null,
    isRead: false,
    createdAt: 18e11,
    ...more,
  };
}
