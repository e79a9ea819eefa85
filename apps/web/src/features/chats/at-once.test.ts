import { QueryClient } from '@tanstack/react-query';
import { CallError, type Client } from '@yonder/client';
import { expect, test } from 'vitest';
import { endChat, toggleUnread } from './api/change-chat.ts';
import { setReaction } from './api/change-message.ts';
import { CHAT_ROOMS, type Chats, heldHistory, heldRooms, historyKey, recordInRooms } from './cache.ts';
import type { Copy } from './kept/copy.ts';
import type { RoomList } from './rooms.ts';
import { historyUpTo, message, room, ROOM, YOU } from './samples.ts';

/** A room with a server that has not answered yet, and then refuses. */
function refusing(some: Parameters<typeof room>[0] = {}) {
  const { promise, reject } = Promise.withResolvers<never>();
  const queryClient = new QueryClient();
  const list: RoomList = { rooms: [room(some)], next: null, from: 'server' };
  queryClient.setQueryData(CHAT_ROOMS, list);
  queryClient.setQueryData(historyKey(ROOM), historyUpTo(1));
  const client = { call: () => promise } as unknown as Client;
  const forgotten: string[] = [];
  const copy = { forget: async (chatRoomId: string) => void forgotten.push(chatRoomId) } as unknown as Copy;
  const outbox = { closeByHand: (_: string, closing: () => Promise<void>) => closing() };
  const chats = { client, queryClient, you: YOU, copy, outbox } as unknown as Chats;
  return {
    chats,
    forgotten,
    refuse: () => reject(new CallError({ code: 'unavailable', reason: 'network', text: '' })),
    isAskedAnew: () => queryClient.getQueryState(CHAT_ROOMS)?.isInvalidated,
    rooms: () => heldRooms(queryClient)?.rooms,
    wishes: () => heldHistory(queryClient, ROOM)?.wishes.length,
  };
}

test.each([
  ['read', { unread: 2, markedUnread: true, lastSeq: 2 }, { unread: 0, markedUnread: false }],
  ['unread', { unread: 0, markedUnread: false }, { unread: 0, markedUnread: true }],
])('a chat is %s at once, and as before once that is refused', async (_, before, wished) => {
  const { chats, refuse, rooms } = refusing(before);
  const asked = toggleUnread(chats, room(before));
  expect(rooms()).toMatchObject([wished]);
  refuse();
  await expect(asked).rejects.toThrow(CallError);
  expect(rooms()).toMatchObject([before]);
});

test('what has come meanwhile still counts when reading is refused, and the list is asked for anew', async () => {
  const before = { unread: 1, lastSeq: 1, readSeq: 0 };
  const { chats, refuse, rooms, isAskedAnew } = refusing(before);
  const asked = toggleUnread(chats, room(before));
  recordInRooms(chats.queryClient, { kind: 'read', chatRoomId: ROOM, readSeq: 1, unread: 5 });
  refuse();
  await expect(asked).rejects.toThrow(CallError);
  expect(rooms()).toMatchObject([{ unread: 5, markedUnread: false }]);
  expect(isAskedAnew()).toBe(true);
});

test.each(['delete', 'leave'] as const)(
  'a chat that is ended (%s) leaves the list at once; refused, the list is asked for again, and nothing is forgotten',
  async (ending) => {
    const { chats, forgotten, refuse, rooms, isAskedAnew } = refusing();
    const asked = endChat(chats, room(), ending);
    expect(rooms()).toEqual([]);
    expect(isAskedAnew()).toBe(false);
    refuse();
    await expect(asked).rejects.toThrow(CallError);
    expect(rooms()).toEqual([]);
    expect(isAskedAnew()).toBe(true);
    expect(heldHistory(chats.queryClient, ROOM)).toEqual(historyUpTo(1));
    expect(forgotten).toEqual([]);
  },
);

test('a reaction is wished at once, and gone once it is refused', async () => {
  const { chats, refuse, wishes } = refusing();
  const asked = setReaction(chats, message(1), '👍');
  expect(wishes()).toBe(1);
  refuse();
  await expect(asked).rejects.toThrow(CallError);
  expect(wishes()).toBe(0);
});
