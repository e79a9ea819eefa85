import type { ChatNotices } from '../chats/index.ts';
import type { Notice, Notifications } from '../notifications/index.ts';
import type { MissedCall } from '../voice/index.ts';

type Notify = Pick<Notifications, 'notify' | 'readRoom' | 'forgetRoom'>;

/** within: what begins to be unread in a room, and its end, is notified of, and over once the room is read. */
export function noticesFor(notifications: () => Notify): ChatNotices {
  return {
    unread: (tx, unread) =>
      notifications().notify(
        tx,
        unread.map(({ reader: userId, sender: about, roomId, seq: messageSeq }) => ({
          ...{ kind: 'message', userId, about, roomId, messageSeq },
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

/** Of two who like each other: each of the other one. */
export function noticesOfMatch(match: { roomId: string; a: string; b: string }): Notice[] {
  const { roomId, a, b } = match;
  return [
    { kind: 'match', userId: a, about: b, roomId },
    { kind: 'match', userId: b, about: a, roomId },
  ];
}

/** Of somebody who called and was not answered. */
export function noticeOfMissed({ chatRoomId: roomId, callerId: about, receiverId: userId }: MissedCall): Notice {
  return { kind: 'missed-call', userId, about, roomId };
}
