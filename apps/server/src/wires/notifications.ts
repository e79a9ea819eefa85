import type { ChatNotices, Chats } from '../chats/index.ts';
import { createNotifications, type Notice, type Notifications } from '../notifications/index.ts';
import type { Platform } from '../platform/platform.ts';
import { person } from '../profiles/index.ts';
import type { Push } from '../push/index.ts';
import type { MissedCall } from '../voice/index.ts';
import { wakesOf } from './push.ts';

type Notify = Pick<Notifications, 'notify' | 'readRoom' | 'forgetRoom'>;

interface NotificationParts {
  platform: Platform;
  chats: Pick<Chats, 'noneStands'>;
  push: Pick<Push, 'wake'>;
}

export function connectNotifications({ platform, chats, push }: NotificationParts): Notifications {
  return createNotifications({
    ...platform,
    person,
    noneStands: chats.noneStands,
    isNew: (tx, notices) => push.wake(tx, wakesOf(notices)),
  });
}

/**
 * The first unread message and its end are notified in the transaction, and the notification ends once the room is
 * read. Later messages push after the commit to users pushed before.
 */
export function noticesFor(notifications: () => Notify, push?: Pick<Push, 'wakeSoon'>): ChatNotices {
  return {
    saidMore: ({ reader: userId, sender: about, roomId, seq: messageSeq }) =>
      push?.wakeSoon([{ kind: 'message', userId, about, roomId, messageSeq }]),
    unread: (tx, unread) =>
      notifications().notify(
        tx,
        unread.map(({ reader: userId, sender: about, roomId, seq: messageSeq }) => ({
          kind: 'message',
          userId,
          about,
          roomId,
          messageSeq,
        })),
      ),
    requested: (tx, { reader: userId, sender: about, roomId, seq: messageSeq }) =>
      notifications().notify(tx, [{ kind: 'request', userId, about, roomId, messageSeq }]),
    roomRead: (tx, read) => notifications().readRoom(tx, read),
    async roomClosed(tx, { roomId, userId }) {
      await notifications().forgetRoom(tx, { roomId, userId });
      await notifications().notify(tx, [{ kind: 'chat-closed', userId, about: null, roomId }]);
    },
  };
}

/** Returns a notification for each side of a match. */
export function noticesOfMatch(match: { roomId: string; a: string; b: string }): Notice[] {
  const { roomId, a, b } = match;
  return [
    { kind: 'match', userId: a, about: b, roomId },
    { kind: 'match', userId: b, about: a, roomId },
  ];
}

/** Returns the notification of a missed call. */
export function noticeOfMissed({ chatRoomId: roomId, callerId: about, receiverId: userId }: MissedCall): Notice {
  return { kind: 'missed-call', userId, about, roomId };
}
