import { MutationObserver, QueryClient } from '@tanstack/react-query';
import type { Client } from '@yonder/client';
import type { ChatRoom, Message } from '@yonder/contract';
import { expect, it, vi } from 'vitest';
import { historyQuery, loadOlder } from './api/list-messages.ts';
import { closeGap } from './api/room-after.ts';
import { sendMessage } from './api/send-message.ts';
import { CHAT_ROOMS, type Chats, heldHistory, recordStored } from './cache.ts';
import { draft, message, ROOM, room, YOU } from './samples.ts';

/** A room on a server of its own: answers as the real one does, and remembers what it was asked. */
function chatsOf(stored: readonly Message[]) {
  const asked: [name: string, data: unknown][] = [];
  const messages = [...stored];
  const chatRoom = (): ChatRoom => room({ lastSeq: messages.length });
  const answers: Record<string, (data: { before?: number; seq?: number; clientMessageId?: string }) => unknown> = {
    listMessages: ({ before = Infinity }) => {
      const older = messages.filter(({ seedOrder }) => seedOrder < before);
      return { chatRoom: chatRoom(), messages: older.slice(-2), hasMore: older.length > 2 };
    },
    roomAfter: ({ seq = 0 }) => {
      const later = messages.filter(({ seedOrder }) => seedOrder > seq);
      return { chatRoom: chatRoom(), messages: later.slice(0, 2), hasMore: later.length > 2 };
    },
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
  const client: unknown = { call };
  // Only `call` is used here.
  const chats: Chats = { client: client as Client, queryClient: new QueryClient(), you: YOU };
  const open = () => chats.queryClient.fetchQuery(historyQuery(chats, ROOM));
  const seeds = () => heldHistory(chats.queryClient, ROOM)?.messages.map(({ seedOrder }) => seedOrder);
  return { chats, asked, messages, call, open, seeds };
}

const five = [1, 2, 3, 4, 5].map((seedOrder) => message(seedOrder));

it('a message that jumps ahead makes the room ask for what is between, page by page', async () => {
  const { chats, asked, messages, open, seeds } = chatsOf(five.slice(0, 1));
  await open();
  messages.push(...five.slice(1));
  recordStored(chats, message(5));
  await closeGap(chats, ROOM);
  expect(seeds()).toEqual([1, 2, 3, 4, 5]);
  expect(asked.filter(([name]) => name === 'roomAfter').map(([, data]) => data)).toEqual([
    { chatRoomId: ROOM, seq: 1 },
    { chatRoomId: ROOM, seq: 3 },
  ]);
});

it('a room without a gap asks nothing', async () => {
  const { chats, asked, open } = chatsOf(five);
  await open();
  await closeGap(chats, ROOM);
  expect(asked.map(([name]) => name)).toEqual(['listMessages']);
});

it('opened again, only what came since is loaded, and what was scrolled back to stays', async () => {
  const { chats, asked, messages, open, seeds } = chatsOf(five.slice(0, 4));
  await open();
  await loadOlder(chats, ROOM);
  messages.push(message(5));
  await open();
  expect(seeds()).toEqual([1, 2, 3, 4, 5]);
  expect(asked.map(([name]) => name)).toEqual(['listMessages', 'listMessages', 'roomAfter']);
});

it('a message whose answer was lost is sent again under its own id and stored once', async () => {
  const { chats, asked, messages, call, open, seeds } = chatsOf(five.slice(0, 2));
  await open();
  const mutation = new MutationObserver(chats.queryClient, sendMessage(chats, ROOM));
  const store = call.getMockImplementation();
  call.mockImplementationOnce(async (name, data) => {
    await store?.(name, data);
    throw new Error('the answer was lost');
  });
  const written = draft(9, { content: 'Are you there?' });
  await expect(mutation.mutate(written)).rejects.toThrow('lost');
  expect(heldHistory(chats.queryClient, ROOM)?.drafts[0]?.state).toBe('failed');

  await mutation.mutate(written);
  expect(messages).toHaveLength(3);
  expect(seeds()).toEqual([1, 2, 3]);
  expect(heldHistory(chats.queryClient, ROOM)?.drafts).toEqual([]);
  const ids = asked.flatMap(([name, data]) => (name === 'sendMessageV2v2' ? [data] : []));
  expect(ids).toHaveLength(2);
  expect(ids[0]).toEqual(ids[1]);
});

it('a message in a room the list does not know makes the list load anew', () => {
  const { chats } = chatsOf([]);
  chats.queryClient.setQueryData(CHAT_ROOMS, []);
  recordStored(chats, message(1));
  expect(chats.queryClient.getQueryState(CHAT_ROOMS)?.isInvalidated).toBe(true);
});
