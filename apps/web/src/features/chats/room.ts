import { type ChatRoom, type Message, preview, summaryOf } from '@yonder/contract';

/** Returns the newer state: events may overtake one another. */
export function newerRoom(known: ChatRoom, room: ChatRoom): ChatRoom {
  // A closed room stays closed: a chat opened again is another room.
  if (room.isActive && !known.isActive) return known;
  // An accepted hello stays accepted.
  if (room.request !== null && known.request === null) return known;
  // 0 is no step back: a member has hidden read receipts.
  const isUnreadAgain = room.otherReadSeq < known.otherReadSeq && room.otherReadSeq !== 0;
  const isOlder = room.lastSeq < known.lastSeq || room.readSeq < known.readSeq || isUnreadAgain;
  return isOlder ? known : room;
}

/**
 * Merges a reply, requested when the room was known as `asked`. Its numbers do not show that read receipts were hidden
 * meanwhile.
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

/** Ignores presence where the two do not know each other: it is null there. */
export function withPresence(room: ChatRoom, presence: NonNullable<ChatRoom['otherPresence']>): ChatRoom {
  const isTold = room.otherPresence !== null && room.otherPresence !== presence;
  return isTold ? { ...room, otherPresence: presence } : room;
}

/** Applies a message to its room, before the server reports the room. */
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
