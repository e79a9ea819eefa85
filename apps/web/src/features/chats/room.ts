import { type ChatRoom, type Message, preview, summaryOf } from '@yonder/contract';

/** Hints may overtake one another: an older state of the room changes nothing. */
export function newerRoom(known: ChatRoom, room: ChatRoom): ChatRoom {
  // What is closed stays closed: who opens a chat again opens another room.
  if (room.isActive && !known.isActive) return known;
  // What is accepted stays so.
  if (room.request !== null && known.request === null) return known;
  // 0 is no step back: one of the two has stopped to show what is read.
  const isUnreadAgain = room.otherReadSeq < known.otherReadSeq && room.otherReadSeq !== 0;
  const isOlder = room.lastSeq < known.lastSeq || room.readSeq < known.readSeq || isUnreadAgain;
  return isOlder ? known : room;
}

/**
 * What an answer says of a room, asked for when it was known as `asked`. That reading is hidden now cannot be seen from
 * the numbers of an answer that was on its way.
 */
export function answeredRoom(
  room: ChatRoom,
  { asked, known }: { asked: ChatRoom | undefined; known: ChatRoom | undefined },
): ChatRoom {
  const wasHidden = asked !== undefined && asked.otherReadSeq > 0 && known?.otherReadSeq === 0;
  return wasHidden ? { ...room, otherReadSeq: 0 } : room;
}

export function readUpTo(room: ChatRoom, { readSeq, unread }: { readSeq: number; unread: number }): ChatRoom {
  return readSeq < room.readSeq ? room : { ...room, readSeq, unread, markedUnread: false };
}

/** Of people one does not know nothing is told, and nothing is kept. */
export function withPresence(room: ChatRoom, presence: NonNullable<ChatRoom['otherPresence']>): ChatRoom {
  const isTold = room.otherPresence !== null && room.otherPresence !== presence;
  return isTold ? { ...room, otherPresence: presence } : room;
}

/** What the next message makes of its room, before the server has said so. */
export function withMessage(room: ChatRoom, message: Message): ChatRoom {
  if (message.seedOrder <= room.lastSeq) return room;
  return {
    ...room,
    isEmpty: false,
    lastMessage: preview(message.content),
    lastMessageAt: message.createdAt,
    lastMessageSenderId: message.senderId,
    lastMessageSummary: summaryOf(message),
    lastSeq: message.seedOrder,
    unread: message.senderId === room.other.userId ? room.unread + 1 : room.unread,
  };
}
