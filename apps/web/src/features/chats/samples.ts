import type { ChatRoom, Message } from '@yonder/contract';
import { type History, historyOf } from './history.ts';
import { createDrafts, type Drafts } from './kept/drafts.ts';
import type { UnsentStore } from './outbox/outbox.ts';
import type { Unsent } from './unsent.ts';

/** Samples for unit tests: a room of two, made from as little as a test sets. */
export const YOU = '00000000-0000-4000-8000-00000000000a';
export const OTHER = '00000000-0000-4000-8000-00000000000b';
export const ROOM = '00000000-0000-4000-8000-000000000001';
export const NOON = Date.parse('2026-03-04T12:00:00');

export function room(some: Partial<ChatRoom> = {}): ChatRoom {
  return {
    id: ROOM,
    participants: [YOU, OTHER],
    isAnonymous: false,
    request: null,
    type: 'mode2',
    createdAt: NOON - 60_000,
    lastMessage: null,
    lastMessageAt: null,
    lastMessageSenderId: null,
    lastMessageSummary: null,
    isEmpty: true,
    isActive: true,
    other: { userId: OTHER, name: 'Mei-Lin', photo: null, thumb: null },
    otherPresence: null,
    lastSeq: 0,
    unread: 0,
    markedUnread: false,
    readSeq: 0,
    otherReadSeq: 0,
    ...some,
  };
}

export function message(seedOrder: number, some: Partial<Message> = {}): Message {
  return {
    id: `${ROOM}.${seedOrder}`,
    chatRoomId: ROOM,
    senderId: OTHER,
    type: 'text',
    content: `message ${seedOrder}`,
    attachment: null,
    replyTo: null,
    reactions: [],
    isDeleted: false,
    createdAt: NOON + seedOrder * 1_000,
    clientCreatedAt: null,
    clientMessageId: `00000000-0000-4000-8000-${String(seedOrder).padStart(12, '0')}`,
    isRead: false,
    seedOrder,
    ...some,
  };
}

export function unsent(seedOrder: number, some: Partial<Unsent> = {}): Unsent {
  const { clientMessageId, content, createdAt } = message(seedOrder);
  return {
    clientMessageId,
    chatRoomId: ROOM,
    senderId: YOU,
    content,
    clientCreatedAt: createdAt,
    replyTo: null,
    media: null,
    state: 'sending',
    ...some,
  };
}

export function historyUpTo(lastSeq: number): History {
  const messages = Array.from({ length: lastSeq }, (_, index) => message(index + 1));
  return historyOf({ chatRoom: room({ lastSeq, isEmpty: lastSeq === 0 }), messages, hasMore: false });
}

export function unsentInMemory(): UnsentStore {
  const entries = new Map<string, Unsent>();
  return {
    all: async () => [...entries.values()],
    add: async (entry) => void entries.set(entry.clientMessageId, entry),
    put: async (entry) => void entries.set(entry.clientMessageId, entry),
    drop: async (clientMessageId) => void entries.delete(clientMessageId),
    learn: () => {},
  };
}

export function draftsInMemory(): Drafts {
  const shelf = { all: () => [], put: () => false, drop: () => {}, listen: () => () => {} };
  return createDrafts(shelf, { isOn: () => false, onMoved: () => () => {} });
}
