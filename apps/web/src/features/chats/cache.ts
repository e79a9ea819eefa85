import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '@yonder/client';
import type { ChatRoom, Message } from '@yonder/contract';
import { apply, type History, type HistoryRecord } from './history.ts';
import { applyToRooms, type RoomsRecord } from './rooms.ts';

/** What every server call and live event of this feature needs. */
export interface Chats {
  client: Client;
  queryClient: QueryClient;
  /** The signed-in person's id. */
  you: string;
}

export const CHAT_ROOMS = ['chat-rooms'] as const;
const CHAT_HISTORY = 'chat-history';

export function historyKey(chatRoomId: string) {
  return [CHAT_HISTORY, chatRoomId] as const;
}

/** Undefined: the room was not opened in this visit. */
export function heldHistory(queryClient: QueryClient, chatRoomId: string): History | undefined {
  return queryClient.getQueryData<History>(historyKey(chatRoomId));
}

export function heldHistories(queryClient: QueryClient): History[] {
  const held = queryClient.getQueriesData<History>({ queryKey: [CHAT_HISTORY] });
  return held.flatMap(([, history]) => (history === undefined ? [] : [history]));
}

export function recordInHistory(queryClient: QueryClient, chatRoomId: string, record: HistoryRecord): void {
  queryClient.setQueryData<History>(historyKey(chatRoomId), (held) => held && apply(held, record));
}

export function recordInRooms(queryClient: QueryClient, record: RoomsRecord): void {
  queryClient.setQueryData<readonly ChatRoom[]>(CHAT_ROOMS, (held) => held && applyToRooms(held, record));
}

/** A message that is in the database: from a reply, an event or a catch-up alike. */
export function recordStored({ queryClient, you }: Chats, message: Message): void {
  recordInHistory(queryClient, message.chatRoomId, { kind: 'stored', message });
  const rooms = queryClient.getQueryData<readonly ChatRoom[]>(CHAT_ROOMS);
  const isKnown = rooms?.some(({ id }) => id === message.chatRoomId) ?? true;
  if (isKnown) recordInRooms(queryClient, { kind: 'stored', message, you });
  else void queryClient.invalidateQueries({ queryKey: CHAT_ROOMS });
}

export function recordRoom({ queryClient }: Chats, room: ChatRoom): void {
  recordInHistory(queryClient, room.id, { kind: 'room', room });
  recordInRooms(queryClient, { kind: 'room', room });
}
