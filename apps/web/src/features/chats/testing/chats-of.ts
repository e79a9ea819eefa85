import { QueryClient } from '@tanstack/react-query';
import type { Client } from '@yonder/client';
import type { ChatRoom, Message } from '@yonder/contract';
import { vi } from 'vitest';
import { historyQuery } from '../api/list-messages.ts';
import { sendMessage } from '../api/send-message.ts';
import { type Chats, heldHistory, recordNote } from '../cache.ts';
import { createFailedMessages } from '../failed-messages.ts';
import { historyOf } from '../history.ts';
import type { Copy } from '../kept/copy.ts';
import { Player } from '../media/player.ts';
import { createProgress } from '../media/progress.ts';
import { failureOf } from '../outbox/failures.ts';
import { createOutbox } from '../outbox/outbox.ts';
import { draftsInMemory, message, ROOM, room, unsentInMemory, YOU } from '../samples.ts';

interface Asked {
  before?: number;
  after?: number;
  seq?: number;
  limit?: number;
  clientMessageId?: string;
  cursor?: string;
}

/** A room on a server of its own, in small pages: answers like the real one, and records the requests. */
export function chatsOf(stored: readonly Message[], { readSeq = Infinity, kept = [] as readonly Message[] } = {}) {
  const asked: [name: string, data: unknown][] = [];
  const messages = [...stored];
  let time = 0;
  const chatRoom = (): ChatRoom => {
    const unread = messages.filter(({ seedOrder }) => seedOrder > readSeq).length;
    return room({ lastSeq: messages.length, unread, readSeq: Math.min(readSeq, messages.length) });
  };
  const answers: Record<string, (data: Asked) => unknown> = {
    listMessages: ({ before, after }) => {
      if (after !== undefined) {
        const newer = messages.filter(({ seedOrder }) => seedOrder > after);
        return { chatRoom: chatRoom(), messages: newer.slice(0, 2), hasMore: newer.length > 2 };
      }
      const older = messages.filter(({ seedOrder }) => seedOrder < (before ?? Infinity));
      return { chatRoom: chatRoom(), messages: older.slice(-2), hasMore: older.length > 2 };
    },
    roomAfter: ({ seq = 0 }) => {
      const later = messages.filter(({ seedOrder }) => seedOrder > seq);
      const page = later.slice(0, 2);
      const hasMore = later.length > 2;
      const upTo = hasMore ? (page.at(-1)?.seedOrder ?? seq) : messages.length;
      return { chatRoom: chatRoom(), messages: page, changes: [], upTo, hasMore };
    },
    sync: ({ cursor }) => ({ next: cursor === undefined ? 'second' : cursor === 'second' ? 'third' : null }),
    sendMessageV2v2: ({ clientMessageId }) => {
      const known = messages.find((one) => one.clientMessageId === clientMessageId);
      const { id, seedOrder, createdAt } = known ?? message(messages.length + 1, { senderId: YOU });
      if (!known) messages.push({ ...message(seedOrder, { senderId: YOU }), clientMessageId: clientMessageId ?? '' });
      return { id, seedOrder, createdAt };
    },
  };
  const call = vi.fn(async (name: string, data: object) => {
    asked.push([name, data]);
    return answers[name]?.(data);
  });
  // Only `call` is used here.
  const client = { call } as unknown as Client;
  const cache = { client, queryClient: new QueryClient({ defaultOptions: { queries: { retry: false } } }), you: YOU };
  const notes = { post: () => {}, listen: () => () => {} };
  const failed = createFailedMessages();
  const chats: Chats = {
    ...cache,
    notes,
    mint: async () => Promise.reject(new Error('no media here')),
    progress: createProgress(),
    player: new Player({
      loudspeaker: () => new Audio(),
      release: () => {},
      announce: () => {},
      onOthers: () => () => {},
      speed: { get: () => 1, subscribe: () => () => {} },
    }),
    speed: { get: () => 1, turn: () => {}, subscribe: () => () => {} },
    copy: copyOf(kept),
    drafts: draftsInMemory(),
    failed,
    outbox: createOutbox({
      store: unsentInMemory(),
      notes,
      lead: (drain) => drain(),
      send: (entry, how) => sendMessage(client, entry, how),
      upload: async () => '',
      failureOf,
      onWake: () => () => {},
      now: () => time,
      after: (ms, run) => {
        // Pauses end at once; later looks are not needed.
        if (ms >= 20_000) return () => {};
        time += ms;
        queueMicrotask(run);
        return () => {};
      },
      random: () => 0,
      tell: (note) => {
        recordNote(cache, note);
        failed.hear(note);
      },
    }),
  };
  const open = () => chats.queryClient.fetchQuery({ ...historyQuery(chats, ROOM), staleTime: 0 });
  const history = () => heldHistory(chats.queryClient, ROOM);
  const seeds = () => history()?.messages.map(({ seedOrder }) => seedOrder);
  return { chats, asked, messages, call, open, history, seeds };
}

function copyOf(messages: readonly Message[]): Copy {
  const [oldest] = messages;
  const chatRoom = room({ lastSeq: messages.at(-1)?.seedOrder ?? 0 });
  const page = { chatRoom, messages: [...messages], hasMore: (oldest?.seedOrder ?? 1) > 1 };
  return {
    rooms: async () => undefined,
    keepRooms: async () => {},
    history: async () => (messages.length === 0 ? undefined : { ...historyOf(page), from: 'device' }),
    keepHistory: async () => {},
    histories: async () => [],
    forget: async () => {},
  };
}

export const many = (count: number): Message[] => Array.from({ length: count }, (_, index) => message(index + 1));
