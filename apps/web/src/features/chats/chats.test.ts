import { errorOfReason } from '@yonder/client';
import { expect, it, vi } from 'vitest';
import { historyQuery, loadNewer, loadOlder, placeAround, placeAtNewest } from './api/list-messages.ts';
import { closeGap, fillGap } from './api/room-after.ts';
import { sync } from './api/sync.ts';
import { CHAT_ROOMS, type Chats, heldRooms, historyKey, recordPresence, recordRoom, recordStored } from './cache.ts';
import { historyOf } from './history.ts';
import { enterRoom } from './open-room.ts';
import { rememberPlace } from './scroll-place.ts';
import { type UnreadAfter, unreadAfterOf } from './reading.ts';
import { message, ROOM, room, unsent, YOU } from './samples.ts';
import { chatsOf, many } from './testing/chats-of.ts';

const five = many(5);

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

it('what comes or is stored while a room is loaded for the first time is asked for', async () => {
  const { chats, asked, messages, call, open, history, seeds } = chatsOf([message(1)]);
  chats.queryClient.setQueryData(CHAT_ROOMS, { rooms: [room({ lastSeq: 1 })], next: null, from: 'server' });
  const written = unsent(2);
  await chats.outbox.add(written);
  const answer = call.getMockImplementation();
  call.mockImplementationOnce(async (name, data) => {
    const page = await answer?.(name, data);
    messages.push(message(2, { senderId: YOU }), message(3));
    for (const stored of messages.slice(1)) recordStored(chats, stored);
    await chats.outbox.discard(written);
    return page;
  });
  await open();
  expect(seeds()).toEqual([1, 2, 3]);
  expect(history()?.unsent).toEqual([]);
  expect(asked).toContainEqual(['roomAfter', { chatRoomId: ROOM, seq: 1 }]);
});

it('where a change is not understood, what is shown is asked for as it is now', async () => {
  const { chats, asked, messages, call, open, history, seeds } = chatsOf(five.slice(0, 2));
  await open();
  messages.push(message(3));
  call.mockRejectedValueOnce(errorOfReason('internal'));
  await closeGap(chats, ROOM, 'look');
  expect(asked.map(([name]) => name)).toEqual(['listMessages', 'listMessages']);
  expect(seeds()).toEqual([2, 3]);
  expect(history()?.seq).toBe(3);
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
  const { chats, asked, messages, call, open, history, seeds } = chatsOf(five.slice(0, 2));
  await open();
  const stop = chats.outbox.start();
  const store = call.getMockImplementation();
  call.mockImplementationOnce(async (name, data) => {
    await store?.(name, data);
    throw new Error('the answer was lost');
  });
  await chats.outbox.add(unsent(9, { content: 'Are you there?' }));
  await vi.waitFor(() => expect(seeds()).toEqual([1, 2, 3]));
  expect(messages).toHaveLength(3);
  expect(history()?.unsent).toEqual([]);
  const ids = asked.flatMap(([name, data]) => (name === 'sendMessageV2v2' ? [data] : []));
  expect(ids).toHaveLength(2);
  expect(ids[0]).toEqual(ids[1]);
  stop();
});

it('what is unsent is there again when the room is opened', async () => {
  const { chats, open, history } = chatsOf(five);
  await chats.outbox.add(unsent(9));
  await open();
  expect(history()?.unsent).toEqual([unsent(9)]);
});

it('what this device has kept is shown before the server answers, and then caught up with', async () => {
  const { asked, open, call, history, seeds } = chatsOf(five, { kept: five.slice(0, 2) });
  const { promise, resolve } = Promise.withResolvers<void>();
  const answer = call.getMockImplementation();
  call.mockImplementationOnce(async (name, data) => {
    await promise;
    return answer?.(name, data);
  });
  const opened = open();
  await vi.waitFor(() => expect(seeds()).toEqual([1, 2]));
  resolve();
  await opened;
  expect(seeds()).toEqual([1, 2, 3, 4, 5]);
  expect(asked.map(([name]) => name)).not.toContain('listMessages');
  expect(history()?.newer).toBe('none');
});

it.each([
  ['a copy', { visits: 0 }],
  ['what an earlier visit left', { visits: 1 }],
])('without a network, what is written into %s does not decide that nothing is unread', async (_, { visits }) => {
  const { chats, asked, messages, call, open, history } = chatsOf([message(1)], { kept: [message(1)], readSeq: 1 });
  for (let visit = 0; visit < visits; visit += 1) await open();
  call.mockRejectedValueOnce(new Error('no network'));
  await expect(open()).rejects.toThrow('no network');
  await chats.outbox.add(unsent(9));
  const known = (): UnreadAfter | undefined => {
    const held = history();
    return held && unreadAfterOf(held, 'idle');
  };
  expect(known()).toBe('undecided');
  messages.push(message(2));
  const before = asked.length;
  await chats.queryClient.fetchQuery(historyQuery(chats, ROOM));
  expect(asked).toHaveLength(before + 1);
  expect(known()).toBe(1);
});

it('with more unread than a page it opens around the first unread one', async () => {
  const { open, history, seeds } = chatsOf(many(9), { readSeq: 4 });
  await open();
  expect(seeds()).toEqual([3, 4, 5, 6]);
  expect(history()).toMatchObject({ newer: 'more', older: 'more', newest: 9 });
});

it.each([
  ['far behind', many(600), many(3)],
  ['with the last of what is unread', many(9), many(9).slice(4)],
])('what this device has kept, %s, gives way to what is around the first unread', async (_, stored, kept) => {
  const { open, history, seeds } = chatsOf(stored, { readSeq: 3, kept });
  await open();
  expect(seeds()).toEqual([2, 3, 4, 5]);
  expect(history()).toMatchObject({ newer: 'more', older: 'more', place: 1 });
});

it('a copy gives way also where the room, or the copy itself, was on the screen before', async () => {
  const { call, open, history, seeds } = chatsOf(many(9), { readSeq: 3, kept: many(9).slice(4) });
  rememberPlace(ROOM, { kind: 'newest' });
  call.mockRejectedValueOnce(new Error('no network'));
  await expect(open()).rejects.toThrow('no network');
  expect(seeds()).toEqual([5, 6, 7, 8, 9]);
  await open();
  expect(seeds()).toEqual([2, 3, 4, 5]);
  expect(history()).toMatchObject({ newer: 'more', place: 1 });
});

it('led to an old message, the window is around it; led back, at the newest', async () => {
  const { chats, open, history, seeds } = chatsOf(many(9));
  await open();
  await placeAround(chats, ROOM, 3);
  expect(seeds()).toEqual([1, 2, 3, 4]);
  expect(history()).toMatchObject({ newer: 'more', older: 'none' });
  await placeAtNewest(chats, ROOM);
  expect(seeds()).toEqual([8, 9]);
  expect(history()?.newer).toBe('none');
});

it('far behind, the latest are asked for anew and not 300 pages', async () => {
  const { asked, messages, open, seeds } = chatsOf(many(3));
  await open();
  messages.push(...many(600).slice(3));
  await open();
  expect(seeds()).toEqual([599, 600]);
  expect(asked).toHaveLength(3);
});

it.each([
  ['of the other one', message(2), message(2).id],
  ['of your own', message(2, { senderId: YOU }), message(2).clientMessageId],
])(
  'far behind, whoever reads further up stays at their message %s, and what is newer is counted',
  async (_, at, key) => {
    const { chats, asked, messages, open, history, seeds } = chatsOf([message(1), at, message(3)]);
    await open();
    await loadOlder(chats, ROOM);
    rememberPlace(ROOM, { kind: 'row', key, offset: 12 });
    messages.push(...many(600).slice(3));
    messages[0] = message(1, { isDeleted: true, content: '' });
    const place = history()?.place;
    await open();
    rememberPlace(ROOM, { kind: 'newest' });
    expect(seeds()).toEqual([1, 2, 3]);
    expect(history()).toMatchObject({ place, newer: 'more', seq: 600 });
    expect(history()?.messages[0]?.isDeleted).toBe(true);
    // The message being read, two pages around it, and the newest number: not 300 pages.
    expect(asked.length).toBeLessThan(7);
    await loadNewer(chats, ROOM);
    expect(seeds()).toEqual([1, 2, 3, 4, 5]);
  },
);

it.each([
  ['closeGap', (chats: Chats) => closeGap(chats, ROOM, 'look')],
  ['loadOlder', (chats: Chats) => loadOlder(chats, ROOM)],
  ['placeAround', (chats: Chats) => placeAround(chats, ROOM, 3)],
  ['placeAtNewest', (chats: Chats) => placeAtNewest(chats, ROOM)],
])('an answer to %s that was on its way does not show again what is read and was hidden meanwhile', async (_, ask) => {
  const { chats, call, open, history } = chatsOf(five);
  await open();
  const shown = { ...room({ lastSeq: 5, readSeq: 5 }), otherReadSeq: 4 };
  recordRoom(chats, shown);
  const answer = call.getMockImplementation();
  call.mockImplementation(async (name, data) => {
    const told = await answer?.(name, data);
    recordRoom(chats, { ...shown, otherReadSeq: 0 });
    return Object.assign({}, told, { chatRoom: shown });
  });
  await ask(chats);
  expect(history()?.room.otherReadSeq).toBe(0);
});

it('a message in a chat beyond the loaded pages brings that chat, and loads no list', async () => {
  const { asked, chats } = chatsOf(five);
  chats.queryClient.setQueryData(CHAT_ROOMS, { rooms: [], next: 'deep', from: 'server' });
  recordStored(chats, message(6));
  await vi.waitFor(() => expect(heldRooms(chats.queryClient)?.rooms).toHaveLength(1));
  expect(asked).toEqual([['roomAfter', { chatRoomId: ROOM, seq: 6 }]]);
  expect(chats.queryClient.getQueryState(CHAT_ROOMS)?.isInvalidated).toBe(false);
});

it('presence reaches the list and the open room alike', async () => {
  const { chats, open, history } = chatsOf(five);
  await open();
  const known = room({ otherPresence: 'offline' });
  chats.queryClient.setQueryData(CHAT_ROOMS, { rooms: [known], next: null, from: 'server' });
  recordRoom(chats, { ...known, lastSeq: 5, readSeq: 5 });
  recordPresence(chats, { userId: known.other.userId, presence: 'away' });
  expect(heldRooms(chats.queryClient)?.rooms[0]?.otherPresence).toBe('away');
  expect(history()?.room.otherPresence).toBe('away');
});

it('what is missing is asked for once, however many events tell of it', async () => {
  const { chats, asked, messages, open, seeds } = chatsOf([message(1)]);
  await open();
  messages.push(message(2), message(3), message(4));
  const before = asked.length;
  for (const late of [3, 4]) {
    recordStored(chats, message(late));
    fillGap(chats, ROOM);
  }
  await vi.waitFor(() => expect(seeds()).toEqual([1, 2, 3, 4]));
  expect(asked.slice(before)).toEqual([['roomAfter', { chatRoomId: ROOM, seq: 1 }]]);
});

it('of more rooms than can be asked for, the one on the screen is', async () => {
  const { chats, asked } = chatsOf([]);
  const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  for (let number = 1; number <= 21; number += 1) {
    const held = historyOf({ chatRoom: room({ id: idOf(number) }), messages: [], hasMore: false });
    chats.queryClient.setQueryData(historyKey(idOf(number)), held);
  }
  const leave = enterRoom(idOf(21));
  await sync(chats, { since: null, apply: () => {} });
  leave();
  const [, data] = asked.find(([name]) => name === 'sync') ?? [];
  expect(data).toMatchObject({ rooms: expect.arrayContaining([{ chatRoomId: idOf(21), seq: 0 }]) });
});

it('of more changed rooms than a page every page is asked for and applied', async () => {
  const { chats, asked } = chatsOf([]);
  const applied: (string | null)[] = [];
  const first = await sync(chats, { since: 5, apply: ({ next }) => applied.push(next) });
  expect([first.next, applied]).toEqual(['second', ['second', 'third', null]]);
  expect(asked).toEqual([
    ['sync', { since: 5, rooms: [] }],
    ['sync', { since: 5, rooms: [], cursor: 'second' }],
    ['sync', { since: 5, rooms: [], cursor: 'third' }],
  ]);
});
