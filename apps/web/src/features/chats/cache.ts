import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '@yonder/client';
import type { ChatRoom, EventData, Message, MessageChange } from '@yonder/contract';
import type { FailedMessages } from './failed-messages.ts';
import { apply, type History, type HistoryRecord } from './history.ts';
import type { Copy } from './kept/copy.ts';
import type { SpeedChoice } from './kept/speed.ts';
import type { Drafts } from './kept/drafts.ts';
import type { MediaAddress } from './media/addresses.ts';
import type { Player } from './media/player.ts';
import type { Progress } from './media/progress.ts';
import type { Note, Notes } from './notes.ts';
import type { Outbox } from './outbox/outbox.ts';
import { applyToRooms, type RoomList, type RoomsRecord } from './rooms.ts';

/** The caches of the room list and histories, and the client that fills them. */
export interface ChatsCache {
  client: Client;
  queryClient: QueryClient;
  /** The signed-in user's id. */
  you: string;
}

/** What every server call and live event of this feature needs. */
export interface Chats extends ChatsCache {
  outbox: Outbox;
  drafts: Drafts;
  failed: FailedMessages;
  copy: Copy;
  /** Messages to the user's other tabs. */
  notes: Notes;
  /** Fetches the address of a message's media. */
  mint: (messageId: string) => Promise<MediaAddress>;
  /** Upload progress. */
  progress: Progress;
  player: Player;
  /** Playback speed. */
  speed: SpeedChoice;
}

export const CHAT_ROOMS = ['chat-rooms'] as const;
const CHAT_HISTORY = 'chat-history';

export function historyKey(chatRoomId: string) {
  return [CHAT_HISTORY, chatRoomId] as const;
}

/** Undefined when the room was not opened in this visit. */
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

/** Undefined when the list was not loaded in this visit. */
export function heldRooms(queryClient: QueryClient): RoomList | undefined {
  return queryClient.getQueryData<RoomList>(CHAT_ROOMS);
}

export function recordInRooms(queryClient: QueryClient, record: RoomsRecord): void {
  queryClient.setQueryData<RoomList>(
    CHAT_ROOMS,
    (held) => held && { ...held, rooms: applyToRooms(held.rooms, record) },
  );
}

/** Applies a stored message, from a reply, an event or a catch-up alike. */
export function recordStored(chats: ChatsCache, message: Message): void {
  const { queryClient } = chats;
  recordInHistory(queryClient, message.chatRoomId, { kind: 'stored', message });
  const isKnown = heldRooms(queryClient)?.rooms.some(({ id }) => id === message.chatRoomId) ?? true;
  if (isKnown) recordInRooms(queryClient, { kind: 'stored', message });
  else learnOf(chats, message);
}

/** Adds a chat from beyond the loaded pages: it is now at the top. */
function learnOf(chats: ChatsCache, { chatRoomId, seedOrder }: Message): void {
  chats.client.call('roomAfter', { chatRoomId, seq: seedOrder }).then(
    ({ chatRoom }) => recordRoom(chats, chatRoom),
    () => {
      // The next sync reports it.
    },
  );
}

export function recordChange({ queryClient }: ChatsCache, change: MessageChange): void {
  recordInHistory(queryClient, change.message.chatRoomId, { kind: 'changed', change });
}

export function recordRoom({ queryClient }: ChatsCache, room: ChatRoom): void {
  recordInHistory(queryClient, room.id, { kind: 'room', room });
  recordInRooms(queryClient, { kind: 'room', room });
}

export function recordPresence({ queryClient }: ChatsCache, told: EventData<'presence.updated'>): void {
  const record = { kind: 'presence', ...told } as const;
  recordInRooms(queryClient, record);
  for (const { room } of heldHistories(queryClient)) recordInHistory(queryClient, room.id, record);
}

/** Applies what this tab, or another one of the user, has done. */
export function recordNote(chats: ChatsCache, note: Note): void {
  const { queryClient } = chats;
  switch (note.kind) {
    case 'written':
      recordInHistory(queryClient, note.unsent.chatRoomId, { kind: 'written', unsent: note.unsent });
      return;
    case 'discarded':
      recordInHistory(queryClient, note.unsent.chatRoomId, { kind: 'discarded', written: note.unsent });
      return;
    case 'stored':
      recordStored(chats, note.message);
      return;
    case 'read':
      recordInHistory(queryClient, note.chatRoomId, note);
      recordInRooms(queryClient, note);
      return;
    default:
      note satisfies never;
  }
}
