import type { ChatRoom, Message, Output } from '@yonder/contract';
import { answeredRoom, newerRoom, readUpTo, withMessage, withPresence } from './room.ts';

/**
 * The loaded part of the chat list, newest conversation first. Pages, replies and live events pass through here, in any order.
 */
export interface RoomList {
  rooms: readonly ChatRoom[];
  /** Where the next page begins; null when there is none. */
  next: string | null;
  /** 'device': the stored copy, until the server has answered. */
  from: 'device' | 'server';
}

export type RoomsRecord =
  | { kind: 'room'; room: ChatRoom }
  | { kind: 'stored'; message: Message }
  | { kind: 'read'; chatRoomId: string; readSeq: number; unread: number }
  /** The read state that the user asked for, or that a refusal restores. */
  | { kind: 'counted'; chatRoomId: string; unread: number; markedUnread: boolean }
  | { kind: 'closed'; chatRoomId: string }
  | { kind: 'presence'; userId: string; presence: NonNullable<ChatRoom['otherPresence']> };

export function applyToRooms(rooms: readonly ChatRoom[], record: RoomsRecord): readonly ChatRoom[] {
  switch (record.kind) {
    case 'room':
      return withRoom(rooms, record.room);
    case 'stored':
      return changedRoom(rooms, record.message.chatRoomId, (room) => withMessage(room, record.message));
    case 'read':
      return changedRoom(rooms, record.chatRoomId, (room) => readUpTo(room, record));
    case 'counted': {
      const { chatRoomId, unread, markedUnread } = record;
      return changedRoom(rooms, chatRoomId, (room) => ({ ...room, unread, markedUnread }));
    }
    case 'closed':
      return rooms.filter(({ id }) => id !== record.chatRoomId);
    case 'presence':
      return rooms.map((room) => (room.other.userId === record.userId ? withPresence(room, record.presence) : room));
    default:
      return record satisfies never;
  }
}

type Page = Pick<Output<'listChatRooms'>, 'chatRooms' | 'next'>;

/** The server orders pages by the time of the last message, at this grain. */
const GRAIN_MS = 10_000;

/**
 * Merges the first page, requested when the list was `asked`. A room missing from it was closed meanwhile; later rooms, and
 * those of further pages, stay.
 */
export function withFirstPage(held: RoomList | undefined, page: Page, asked: readonly ChatRoom[]): RoomList {
  const end = page.next === null ? -Infinity : Math.min(...page.chatRooms.map(lastAt)) + GRAIN_MS;
  const before = new Map(asked.map((room) => [room.id, room]));
  const now = new Map(held?.rooms.map((room) => [room.id, room]));
  const stays = (room: ChatRoom): boolean => !before.has(room.id) || (held?.from === 'server' && lastAt(room) <= end);
  const kept = (held?.rooms ?? []).filter(stays);
  // Events may have closed a room meanwhile, or hidden its read receipts.
  const chatRooms = page.chatRooms
    .filter(({ id }) => now.has(id) || !before.has(id))
    .map((room) => answeredRoom(room, { asked: before.get(room.id), known: now.get(room.id) }));
  return { rooms: joined([...kept, ...inPage(held, { chatRooms })]), next: page.next, from: 'server' };
}

export function withNextPage(held: RoomList, page: Page): RoomList {
  return { rooms: joined([...held.rooms, ...inPage(held, page)]), next: page.next, from: 'server' };
}

/** Events may know more of a room than a reply on its way. */
function inPage(held: RoomList | undefined, { chatRooms }: Pick<Page, 'chatRooms'>): ChatRoom[] {
  const known = new Map(held?.rooms.map((room) => [room.id, room]));
  return chatRooms.map((room) => {
    const other = known.get(room.id);
    return other === undefined ? room : newerRoom(other, room);
  });
}

/** Each room once, in its last version. */
function joined(rooms: readonly ChatRoom[]): readonly ChatRoom[] {
  const byId = new Map(rooms.map((room) => [room.id, room]));
  return ordered([...byId.values()].filter(({ isActive }) => isActive));
}

function ordered(rooms: readonly ChatRoom[]): readonly ChatRoom[] {
  return rooms.toSorted((one, other) => lastAt(other) - lastAt(one) || (one.id < other.id ? -1 : 1));
}

export function lastAt({ lastMessageAt, createdAt }: ChatRoom): number {
  return lastMessageAt ?? createdAt;
}

export function isUnread({ unread, markedUnread }: ChatRoom): boolean {
  return unread > 0 || markedUnread;
}

/** Partners with more than one chat here. Strangers are never counted: their identity is unknown. */
export function severalWith(rooms: readonly ChatRoom[]): ReadonlySet<string> {
  const [met, again] = [new Set<string>(), new Set<string>()];
  for (const { isAnonymous, other } of rooms) {
    if (isAnonymous) continue;
    (met.has(other.userId) ? again : met).add(other.userId);
  }
  return again;
}

/** Counts a chat marked as unread as one. */
export function unreadTotal(rooms: readonly ChatRoom[]): number {
  return rooms.reduce((sum, { unread, markedUnread }) => sum + (unread || Number(markedUnread)), 0);
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
