import { type ChatRoom, FIXED, type Message } from '@yonder/contract';
import { newerRoom, readUpTo } from './history.ts';

export type RoomsRecord =
  | { kind: 'room'; room: ChatRoom }
  | { kind: 'stored'; message: Message; you: string }
  | { kind: 'read'; chatRoomId: string; readSeq: number; unread: number };

/** The chat list, newest conversation first. Replies and live events pass through here, whichever comes first. */
export function applyToRooms(rooms: readonly ChatRoom[], record: RoomsRecord): readonly ChatRoom[] {
  switch (record.kind) {
    case 'room':
      return withRoom(rooms, record.room);
    case 'stored':
      return changedRoom(rooms, record.message.chatRoomId, (room) => withMessage(room, record));
    case 'read':
      return changedRoom(rooms, record.chatRoomId, (room) => readUpTo(room, record));
    default:
      return record satisfies never;
  }
}

export function ordered(rooms: readonly ChatRoom[]): readonly ChatRoom[] {
  return rooms.toSorted((one, other) => lastAt(other) - lastAt(one) || (one.id < other.id ? -1 : 1));
}

export function lastAt({ lastMessageAt, createdAt }: ChatRoom): number {
  return lastMessageAt ?? createdAt;
}

export function unreadTotal(rooms: readonly ChatRoom[]): number {
  return rooms.reduce((sum, { unread }) => sum + unread, 0);
}

function withRoom(rooms: readonly ChatRoom[], room: ChatRoom): readonly ChatRoom[] {
  const known = rooms.find(({ id }) => id === room.id);
  const rest = rooms.filter(({ id }) => id !== room.id);
  const newest = known === undefined ? room : newerRoom(known, room);
  return newest.isActive ? ordered([...rest, newest]) : rest;
}

function changedRoom(
  rooms: readonly ChatRoom[],
  chatRoomId: string,
  change: (room: ChatRoom) => ChatRoom,
): readonly ChatRoom[] {
  const room = rooms.find(({ id }) => id === chatRoomId);
  return room === undefined ? rooms : withRoom(rooms, change(room));
}

function withMessage(room: ChatRoom, { message, you }: { message: Message; you: string }): ChatRoom {
  if (message.seedOrder <= room.lastSeq) return room;
  return {
    ...room,
    isEmpty: false,
    lastMessage: preview(message.content),
    lastMessageAt: message.createdAt,
    lastMessageSenderId: message.senderId,
    lastSeq: message.seedOrder,
    unread: message.senderId === you ? room.unread : room.unread + 1,
  };
}

/** A cut never leaves half an emoji behind. */
function preview(content: string): string {
  return content.length <= FIXED.messagePreviewLength
    ? content
    : content
        .slice(0, FIXED.messagePreviewLength)
        .toWellFormed()
        .replace(/\uFFFD$/, '');
}
