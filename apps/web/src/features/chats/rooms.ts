import type { ChatRoom, Message } from '@yonder/contract';
import { newerRoom, readUpTo, withMessage } from './room.ts';

export type RoomsRecord =
  | { kind: 'room'; room: ChatRoom }
  | { kind: 'stored'; message: Message }
  | { kind: 'read'; chatRoomId: string; readSeq: number; unread: number };

/** The chat list, newest conversation first. Replies and live events pass through here, whichever comes first. */
export function applyToRooms(rooms: readonly ChatRoom[], record: RoomsRecord): readonly ChatRoom[] {
  switch (record.kind) {
    case 'room':
      return withRoom(rooms, record.room);
    case 'stored':
      return changedRoom(rooms, record.message.chatRoomId, (room) => withMessage(room, record.message));
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
