import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import type { Client } from '@yonder/client';
import type { ChatRoom } from '@yonder/contract';
import { afterEach, expect, it, vi } from 'vitest';
import { wipePersonalStorage } from '../../../lib/wipe-personal-storage.ts';
import { endChat } from '../api/change-chat.ts';
import { chatRoomsQuery } from '../api/list-chat-rooms.ts';
import { roomTold } from '../api/room-told.ts';
import { CHAT_ROOMS, type Chats, heldHistory, heldRooms, historyKey, recordInRooms, recordNote } from '../cache.ts';
import type { Note } from '../notes.ts';
import { failureOf } from '../outbox/failures.ts';
import { createOutbox } from '../outbox/outbox.ts';
import type { RoomList } from '../rooms.ts';
import { draftsInMemory, historyUpTo, ROOM, room, unsent, unsentInMemory, YOU } from '../samples.ts';
import { createCopy } from './copy.ts';
import { openChatsDatabase } from './database.ts';
import { forgetRoom } from './forget.ts';

const OTHER_ROOM = '00000000-0000-4000-8000-000000000002';

afterEach(() => wipePersonalStorage({ leaver: YOU }));

/** Two rooms with a copy, a draft and an unsent message each. The server lists what it is told to. */
async function chatsWithTwo(listed: { rooms: readonly ChatRoom[]; next: string | null }) {
  const queryClient = new QueryClient();
  const call = vi.fn(async (name: string, _data?: unknown) =>
    name === 'listChatRooms' ? { chatRooms: listed.rooms, next: listed.next } : null,
  );
  const cache = { client: { call } as unknown as Client, queryClient, you: YOU };
  const store = unsentInMemory();
  const copy = createCopy(openChatsDatabase(YOU));
  const drafts = draftsInMemory();
  const told: Note[] = [];
  const notes = { post: (note: Note) => void told.push(note), listen: () => () => {} };
  const outbox = createOutbox({
    store,
    notes,
    lead: () => () => {},
    send: () => new Promise(() => {}),
    upload: async () => '',
    failureOf,
    onWake: () => () => {},
    now: () => 0,
    after: () => () => {},
    random: () => 0,
    tell: (note) => {
      told.push(note);
      recordNote(cache, note);
    },
  });
  for (const [number, chatRoomId] of [ROOM, OTHER_ROOM].entries()) {
    await copy.keepHistory({ ...historyUpTo(1), room: room({ id: chatRoomId }) }, 1);
    drafts.set({ chatRoomId, content: 'I was going to', replyTo: null });
    await store.put(unsent(number + 1, { chatRoomId, state: 'failed' }));
  }
  // Only these parts are used.
  const chats = { ...cache, copy, drafts, outbox } as unknown as Chats;
  /** What is stored, by room. */
  async function kept(): Promise<string[][]> {
    const rooms = (await store.all()).map(({ chatRoomId }) => chatRoomId);
    return [[...(await copy.histories())], [...drafts.rooms()], rooms];
  }
  return { chats, call, kept, told };
}
const ONE_LEFT = Array.from({ length: 3 }, () => [OTHER_ROOM]);
const BOTH_LEFT = Array.from({ length: 3 }, () => [ROOM, OTHER_ROOM]);

/** Resolves once the work after the last of these replies is done. */
async function answered(call: (name: string) => Promise<unknown>, times: number): Promise<void> {
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(times));
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}

it.each([
  ['delete', 'can be read on', 'deleteChatRoomV2v2'],
  ['leave', 'is not shown here any more', 'leaveChatRoom'],
] as const)('of a chat one has ended (%s) nothing kept stays; what was said %s', async (ending, reading, callable) => {
  const { chats, call, kept } = await chatsWithTwo({ rooms: [], next: null });
  const { queryClient } = chats;
  const history = historyUpTo(1);
  queryClient.setQueryData(historyKey(ROOM), history);
  const list: RoomList = { rooms: [room(), room({ id: OTHER_ROOM })], next: null, from: 'server' };
  queryClient.setQueryData(CHAT_ROOMS, list);
  call.mockImplementationOnce(async () => {
    // Like an event that was on its way.
    recordInRooms(queryClient, { kind: 'room', room: room() });
    return null;
  });
  await endChat(chats, room(), ending);
  expect(call.mock.calls).toEqual([[callable, { chatRoomId: ROOM }]]);
  expect(heldRooms(queryClient)?.rooms.map(({ id }) => id)).toEqual([OTHER_ROOM]);
  expect(await kept()).toEqual(ONE_LEFT);
  expect(heldHistory(queryClient, ROOM)?.messages).toEqual(reading === 'can be read on' ? history.messages : undefined);
});

it.each([
  ['before it answers', true],
  ['after its answer', false],
])(
  'what was not sent in a chat one ends oneself is discarded, though the server tells of its end %s',
  async (_, first) => {
    const { chats, call, kept, told } = await chatsWithTwo({ rooms: [], next: null });
    await chats.outbox.add(unsent(3, { chatRoomId: ROOM }));
    told.length = 0;
    const tellOfEnd = (): void => roomTold(chats, room({ isActive: false }));
    call.mockImplementationOnce(async () => {
      if (!first) return null;
      tellOfEnd();
      await vi.waitFor(async () => expect(await kept()).toEqual(ONE_LEFT));
      return null;
    });
    await endChat(chats, room(), 'delete');
    tellOfEnd();
    await vi.waitFor(async () => expect(await kept()).toEqual(ONE_LEFT));
    // Here and in the other tabs, for each of the two messages.
    expect(told.map(({ kind }) => kind)).toEqual(Array.from({ length: 4 }, () => 'discarded'));
  },
);

it('a chat the other one has closed is forgotten though nobody has opened it; one that goes on is not', async () => {
  const { chats, kept } = await chatsWithTwo({ rooms: [], next: null });
  roomTold(chats, room({ id: OTHER_ROOM, lastSeq: 1 }));
  expect(await kept()).toEqual(BOTH_LEFT);
  roomTold(chats, room({ isActive: false }));
  await vi.waitFor(async () => expect(await kept()).toEqual(ONE_LEFT));
});

it('what was closed meanwhile is forgotten with the first list that is whole', async () => {
  const listed = { rooms: [room({ id: OTHER_ROOM })], next: 'more' as string | null };
  const { chats, kept } = await chatsWithTwo(listed);
  const list = () => chats.queryClient.fetchQuery(chatRoomsQuery(chats));
  await list();
  expect(await kept()).toEqual(BOTH_LEFT);
  listed.next = null;
  await list();
  await vi.waitFor(async () => expect(await kept()).toEqual(ONE_LEFT));
});

it('a room that is begun after the list was asked for keeps what is begun in it, however late the device is read', async () => {
  const listed = { rooms: [room(), room({ id: OTHER_ROOM })], next: null };
  const { chats, call, kept } = await chatsWithTwo(listed);
  const { all } = chats.outbox;
  const read = Promise.withResolvers<void>();
  vi.spyOn(chats.outbox, 'all').mockImplementation(() => read.promise.then(all));
  const listing = chats.queryClient.fetchQuery(chatRoomsQuery(chats));
  const begun = '00000000-0000-4000-8000-000000000003';
  listed.rooms = [...listed.rooms, room({ id: begun })];
  chats.drafts.set({ chatRoomId: begun, content: 'Hello', replyTo: null });
  await chats.copy.keepHistory({ ...historyUpTo(1), room: room({ id: begun }) }, 1);
  await chats.outbox.add(unsent(3, { chatRoomId: begun }));
  await listing;
  read.resolve();
  await answered(call, 2);
  expect(await kept()).toEqual(Array.from({ length: 3 }, () => [ROOM, OTHER_ROOM, begun]));
});

it('a chat that is asked to be deleted while the list is loaded keeps all until that is granted', async () => {
  const { chats, call, kept } = await chatsWithTwo({ rooms: [room(), room({ id: OTHER_ROOM })], next: null });
  const list = () => chats.queryClient.fetchQuery(chatRoomsQuery(chats));
  await list();
  const listing = list();
  recordInRooms(chats.queryClient, { kind: 'closed', chatRoomId: ROOM });
  expect(await listing).toMatchObject({ rooms: [{ id: OTHER_ROOM }] });
  await answered(call, 3);
  expect(await kept()).toEqual(BOTH_LEFT);
});

it('who looks at a chat that is closed still sees what was not sent, and why', async () => {
  const { chats } = await chatsWithTwo({ rooms: [], next: null });
  chats.queryClient.setQueryData(historyKey(ROOM), { ...historyUpTo(1), unsent: [unsent(1)] });
  await forgetRoom(chats, ROOM);
  expect(heldHistory(chats.queryClient, ROOM)).toMatchObject({
    messages: historyUpTo(1).messages,
    unsent: [{ ...unsent(1), state: 'failed', reason: 'room-closed' }],
  });
});
