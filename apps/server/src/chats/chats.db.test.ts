import { beforeEach, describe, expect, test } from 'vitest';
import { statement } from '../platform/database.ts';
import { sequentialScans } from '../testing/plans.ts';
import { openChats, text, type Member } from './testing/house.ts';

const house = await openChats();
const { database, clock, chats } = house;

let ann: Member;
let bob: Member;
let cem: Member;
let room: string;

beforeEach(async () => {
  [ann, bob, cem] = [await house.newcomer('Ann'), await house.newcomer('Bob'), await house.newcomer('Cem')];
  room = await house.roomOf(ann, bob);
});

async function closed(one: Member, other: Member): Promise<void> {
  await database.transaction((tx) => chats.closeSilently(tx, one.userId, other.userId));
}

describe('a room', () => {
  test('is told to both when it is made, empty and with the other person in it', async () => {
    expect(ann.heard).toMatchObject([
      { name: 'room.updated', data: { id: room, type: 'mode2', isEmpty: true, other: { name: 'Bob' } } },
    ]);
    expect(bob.heard).toMatchObject([{ name: 'room.updated', data: { id: room, other: { name: 'Ann' } } }]);
    expect(await chats.connected(database.read, bob.userId, ann.userId)).toBe(true);
    expect(await chats.connected(database.read, cem.userId, ann.userId)).toBe(false);
  });

  test('is made once for two people as long as it is open', async () => {
    expect(await house.roomOf(bob, ann)).toBe(room);
    await closed(ann, bob);
    expect(await house.roomOf(bob, ann)).not.toBe(room);
  });

  test('is listed by its newest message, 50 of them, the closed ones left out', async () => {
    const other = await house.roomOf(ann, cem);
    await clock.advance(20_000);
    await bob.call('sendMessageV2v2', text(room, 1));
    await clock.advance(20_000);
    await cem.call('sendMessageV2v2', text(other, 1));
    const listed = async () => (await ann.call('listChatRooms')).chatRooms.map(({ id }) => id);
    expect(await listed()).toEqual([other, room]);
    await clock.advance(20_000);
    await bob.call('sendMessageV2v2', text(room, 2));
    expect(await listed()).toEqual([room, other]);
    await closed(ann, cem);
    expect(await listed()).toEqual([room]);
  });

  test('is listed by its newest message also within the 10 s in which no place in the list is stored anew', async () => {
    const other = await house.roomOf(ann, cem);
    await clock.advance(20_000);
    for (const [n, [who, chat]] of [[bob, room] as const, [cem, other] as const, [bob, room] as const].entries()) {
      await clock.advance(1_000);
      await who.call('sendMessageV2v2', text(chat, n + 1));
    }
    expect((await ann.call('listChatRooms')).chatRooms.map(({ id }) => id)).toEqual([room, other]);
  });

  test('that is closed stays readable, says so in a last line, and takes no more messages', async () => {
    await ann.call('sendMessageV2v2', text(room, 1));
    await closed(bob, ann);
    const { chatRoom, messages } = await ann.call('listMessages', { chatRoomId: room });
    expect(chatRoom).toMatchObject({ isActive: false, lastSeq: 2, lastMessageSenderId: 'system' });
    expect(messages).toMatchObject([
      { content: 'message 1' },
      { type: 'system', senderId: 'system', content: 'This chat is closed.', seedOrder: 2 },
    ]);
    await expect(ann.call('sendMessageV2v2', text(room, 2))).rejects.toThrow('This chat is closed.');
    expect(bob.heard.at(-1)).toMatchObject({ name: 'room.updated', data: { isActive: false } });
    expect(await chats.connected(database.read, ann.userId, bob.userId)).toBe(false);
  });

  test('hides name and face after a block', async () => {
    const block = { id: room, who: bob.userId, whom: ann.userId, created_at: new Date(clock.now()) };
    await database.read.insertInto('safety.block').values(block).execute();
    expect((await ann.call('listMessages', { chatRoomId: room })).chatRoom.other).toEqual({
      userId: bob.userId,
      name: 'Anonymous',
      photo: null,
      thumb: null,
    });
  });
});

describe('the list', () => {
  test('comes in pages of 50 without a gap or a repetition, also of rooms listed in the same millisecond', async () => {
    for (let i = 0; i < 60; i++) {
      await house.roomOf(ann, await house.newcomer(`Person ${i}`));
      if (i % 20 === 0) await clock.advance(1_000);
    }
    const first = await ann.call('listChatRooms');
    const second = await ann.call('listChatRooms', { cursor: first.next });
    expect([first.chatRooms.length, second.chatRooms.length, second.next]).toEqual([50, 11, null]);
    const rows = await database.read
      .selectFrom('chats.room_seat')
      .where('user_id', '=', ann.userId)
      .orderBy('listed_at', 'desc')
      .orderBy('room_id', 'desc')
      .select('room_id')
      .execute();
    expect([...first.chatRooms, ...second.chatRooms].map(({ id }) => id)).toEqual(rows.map(({ room_id }) => room_id));
  });

  test.each(['', 'x', '.', '-1.x', `1e99.${'0'.repeat(36)}`, 'NaN.019ecb28-0c60-7d85-9b2d-b8174bbfcb85'])(
    'refuses a cursor that is none: %j',
    async (cursor) => {
      await expect(ann.call('listChatRooms', { cursor })).rejects.toMatchObject({ reason: 'bad-input' });
    },
  );
});

describe('somebody else', () => {
  test('finds no room, no message and nothing to write in, as if there were none', async () => {
    await ann.call('sendMessageV2v2', text(room, 1));
    const missing = '00000000-0000-7000-8000-000000000000';
    for (const chatRoomId of [room, missing]) {
      const refusal = 'This chat is not here, or it is not yours.';
      await expect(cem.call('listMessages', { chatRoomId })).rejects.toThrow(refusal);
      await expect(cem.call('roomAfter', { chatRoomId, seq: 0 })).rejects.toThrow(refusal);
      await expect(cem.call('markRead', { chatRoomId, seedOrder: 1 })).rejects.toThrow(refusal);
      await expect(cem.call('sendMessageV2v2', text(chatRoomId, 1))).rejects.toThrow(refusal);
    }
    const found = await cem.call('sync', { since: null, rooms: [{ chatRoomId: room, seq: 0 }] });
    expect(found).toMatchObject({ chatRooms: [], missing: [] });
    expect((await cem.call('listChatRooms')).chatRooms).toEqual([]);
    const lines = house.logged.filter((line) => line.includes(cem.userId));
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ userId: cem.userId, roomId: room }),
    );
    expect(lines.join()).not.toContain('message 1');
  });
});

describe('a message', () => {
  test('whose client has the last moment of the year 9999 is read like any other; a later one is refused', async () => {
    const last = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
    await ann.call('sendMessageV2v2', { ...text(room, 1), clientCreatedAt: last });
    const later = ann.call('sendMessageV2v2', { ...text(room, 2), clientCreatedAt: last + 1 });
    await expect(later).rejects.toThrow('clientCreatedAt');
    const { messages } = await bob.call('listMessages', { chatRoomId: room });
    expect(messages).toMatchObject([{ clientCreatedAt: last }]);
  });

  test('is stored, told to both, previewed and counted as unread', async () => {
    const sent = await ann.call('sendMessageV2v2', { ...text(room, 1, 'Hello'), clientCreatedAt: 5 });
    expect(sent).toEqual({ id: `${room}.1`, seedOrder: 1, createdAt: clock.now() });
    const message = {
      ...sent,
      chatRoomId: room,
      senderId: ann.userId,
      type: 'text',
      content: 'Hello',
      clientCreatedAt: 5,
      clientMessageId: text(room, 1).clientMessageId,
      isRead: false,
      attachment: null,
      replyTo: null,
      reactions: [],
      isDeleted: false,
    };
    for (const { heard } of [ann, bob]) expect(heard.at(-1)).toEqual({ name: 'message.created', data: message });
    const [listed] = (await bob.call('listChatRooms')).chatRooms;
    expect(listed).toMatchObject({ lastMessage: 'Hello', lastSeq: 1, unread: 1, isEmpty: false });
    expect(listed).toMatchObject({ lastMessageSummary: { kind: 'text' }, lastMessageSenderId: ann.userId });
    expect((await ann.call('listChatRooms')).chatRooms[0]).toMatchObject({ unread: 0 });
  });

  test('sent again is answered again and told once, even after the room was closed', async () => {
    const first = await ann.call('sendMessageV2v2', text(room, 1));
    await clock.advance(5_000);
    expect(await ann.call('sendMessageV2v2', text(room, 1))).toEqual(first);
    await closed(ann, bob);
    expect(await ann.call('sendMessageV2v2', text(room, 1))).toEqual(first);
    expect(bob.heard.filter(({ name }) => name === 'message.created')).toHaveLength(1);
  });

  test('of the same key by the other person is another message', async () => {
    await ann.call('sendMessageV2v2', text(room, 1));
    expect(await bob.call('sendMessageV2v2', text(room, 1))).toMatchObject({ seedOrder: 2 });
  });

  test('of 4,000 characters has a preview of at most 100 that ends in no half emoji', async () => {
    await ann.call('sendMessageV2v2', text(room, 1, `a${'😀'.repeat(1_999)}`));
    const [listed] = (await bob.call('listChatRooms')).chatRooms;
    expect(listed!.lastMessage).toBe(`a${'😀'.repeat(49)}`);
  });

  test('is read once the other one has marked it, and the mark never goes back', async () => {
    for (const n of [1, 2, 3]) await ann.call('sendMessageV2v2', text(room, n));
    expect(await bob.call('markRead', { chatRoomId: room, seedOrder: 2 })).toEqual({ readSeq: 2, unread: 1 });
    expect(await bob.call('markRead', { chatRoomId: room, seedOrder: 1 })).toEqual({ readSeq: 2, unread: 1 });
    const { messages } = await ann.call('listMessages', { chatRoomId: room });
    expect(messages.map(({ isRead }) => isRead)).toEqual([true, true, false]);
    expect(ann.heard.at(-1)).toMatchObject({ name: 'room.updated', data: { otherReadSeq: 2 } });
    expect(await bob.call('markRead', { chatRoomId: room, seedOrder: 999 })).toEqual({ readSeq: 3, unread: 0 });
  });
});

describe('the history', () => {
  test('shows the latest 15, and pages of 50 either way', async () => {
    for (let n = 1; n <= 60; n++) await ann.call('sendMessageV2v2', text(room, n));
    const seeds = async (range: object) => {
      const { messages, hasMore } = await bob.call('listMessages', { chatRoomId: room, ...range });
      return [messages[0]?.seedOrder, messages.at(-1)?.seedOrder, hasMore];
    };
    expect(await seeds({})).toEqual([46, 60, true]);
    expect(await seeds({ before: 46, limit: 50 })).toEqual([1, 45, false]);
    expect(await seeds({ after: 5, limit: 50 })).toEqual([6, 55, true]);
    expect(await seeds({ after: 60 })).toEqual([undefined, undefined, false]);
    expect(await bob.call('roomAfter', { chatRoomId: room, seq: 58 })).toMatchObject({
      messages: [{ seedOrder: 59 }, { seedOrder: 60 }],
      hasMore: false,
      chatRoom: { lastSeq: 60 },
    });
  });
});

describe('sync', () => {
  test('at first answers every open room; later what was listed since, closed rooms too', async () => {
    const first = await ann.call('sync', { since: null, rooms: [] });
    expect(first.chatRooms.map(({ id }) => id)).toEqual([room]);
    await clock.advance(60_000);
    const since = clock.now();
    expect((await ann.call('sync', { since, rooms: [] })).chatRooms).toEqual([]);
    await bob.call('sendMessageV2v2', text(room, 1));
    expect((await ann.call('sync', { since, rooms: [] })).chatRooms).toMatchObject([{ id: room, unread: 1 }]);
    await closed(ann, bob);
    expect((await ann.call('sync', { since, rooms: [] })).chatRooms).toMatchObject([{ id: room, isActive: false }]);
  });

  test('brings what an open room has missed', async () => {
    for (const n of [1, 2, 3]) await bob.call('sendMessageV2v2', text(room, n));
    const { missing } = await ann.call('sync', { since: clock.now(), rooms: [{ chatRoomId: room, seq: 1 }] });
    expect(missing).toMatchObject([
      { chatRoomId: room, messages: [{ seedOrder: 2 }, { seedOrder: 3 }], hasMore: false },
    ]);
  });

  test('tells a room that is looked at anew, so that a mark whose event was lost is known within one sync', async () => {
    await ann.call('sendMessageV2v2', text(room, 1));
    await clock.advance(60_000);
    await bob.call('markRead', { chatRoomId: room, seedOrder: 1 });
    const { chatRooms } = await ann.call('sync', { since: clock.now(), rooms: [{ chatRoomId: room, seq: 1 }] });
    expect(chatRooms).toMatchObject([{ id: room, otherReadSeq: 1 }]);
  });

  test('finds a message stored just before the grain of the list', async () => {
    await clock.advance(60_000);
    await bob.call('sendMessageV2v2', text(room, 1));
    await clock.advance(9_999);
    const since = clock.now();
    await bob.call('sendMessageV2v2', text(room, 2));
    expect((await ann.call('sync', { since, rooms: [] })).chatRooms).toMatchObject([{ id: room, lastSeq: 2 }]);
  });
});

test.each(['lock-rooms', 'look', 'send', 'page', 'list'])(
  '%s.sql reads no table from end to end, planned while all of them are empty',
  async (name) => {
    expect(await sequentialScans(database, statement(import.meta.resolve(`./${name}.sql`)))).toEqual([]);
  },
);
