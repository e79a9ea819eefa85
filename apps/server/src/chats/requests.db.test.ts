import { beforeEach, describe, expect, test } from 'vitest';
import { uuidv7 } from '../platform/ids.ts';
import { file, openChats, text, type Member } from './testing/house.ts';

const house = await openChats();
const { database, clock, chats } = house;
const HELLO = 'I saw you like harbours.';

let ann: Member;
let bob: Member;
let room: string;

function hello(from: Member, to: Member, content = HELLO): Promise<string> {
  return database.transaction((tx) => chats.requests.sayHello(tx, { from: from.userId, to: to.userId, content }));
}

function accept(who: Member): Promise<void> {
  return database.transaction((tx) => chats.requests.accept(tx, { roomId: room, userId: who.userId }));
}

async function seenBy(who: Member) {
  return who.call('listMessages', { chatRoomId: room });
}

async function contents(): Promise<string[]> {
  return (await seenBy(ann)).messages.map(({ content }) => content);
}

beforeEach(async () => {
  [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  for (const who of [ann, bob]) await house.be(who, 'online');
  room = await hello(ann, bob);
});

describe('a hello', () => {
  test('is a room with one message, a request to the one and a wait for the other, each with a name', async () => {
    const [chatRoom] = (await bob.call('listChatRooms')).chatRooms;
    expect(chatRoom).toMatchObject({
      id: room,
      type: 'direct',
      request: 'theirs',
      isActive: true,
      unread: 1,
      lastMessage: HELLO,
      other: {
        userId: ann.userId,
        name: 'Ann',
      },
      otherPresence: null,
    });
    expect((await seenBy(bob)).chatRoom.request).toBe('theirs');
    expect((await seenBy(ann)).chatRoom).toMatchObject({ request: 'yours', unread: 0, other: { name: 'Bob' } });
    expect(ann.heard.map(({ name }) => name)).toEqual(['room.updated', 'message.created', 'room.updated']);
    expect(bob.heard.at(-1)).toMatchObject({ name: 'room.updated', data: { request: 'theirs', unread: 1 } });
  });

  test('is notified of once, as a request, with the name', async () => {
    const { notifications, unread } = await bob.call('listNotifications');
    expect(unread).toBe(1);
    expect(notifications).toMatchObject([
      { kind: 'request', chatRoomId: room, message: HELLO, person: { userId: ann.userId, name: 'Ann' } },
    ]);
    expect((await ann.call('listNotifications')).notifications).toEqual([]);
  });

  test('said again is in the same room, and not said again', async () => {
    expect(await hello(ann, bob, 'Hello?')).toBe(room);
    expect(await contents()).toEqual([HELLO]);
  });

  test('is one message: a second one, a picture, a reaction have to wait', async () => {
    await expect(ann.call('sendMessageV2v2', text(room, 1))).rejects.toThrow('They have not answered yet.');
    const picture = file(room, 2, { type: 'image' });
    await expect(ann.call('sendMessageV2v2', picture)).rejects.toThrow('They have not answered yet.');
    const reaction = { messageId: `${room}.1`, emoji: '👋' };
    await expect(bob.call('setReaction', reaction)).rejects.toThrow('They have not answered yet.');
    expect(await contents()).toEqual([HELLO]);
  });

  test('connects nobody: no partner, no presence, no call', async () => {
    expect(await chats.connected(database.read, ann.userId, bob.userId)).toBe(false);
    const partner = (userId: string) => database.transaction((tx) => chats.partnerIn(tx, { roomId: room, userId }));
    await expect(partner(ann.userId)).rejects.toThrow('You can write to each other once you both want to.');
    const others = [bob.userId];
    expect(await chats.roomsWith(database.read, { userId: ann.userId, others })).toEqual(new Map());
    await expect(ann.call('getOrCreateChatRoom', { userId: bob.userId })).rejects.toThrow('once you both want to');
    const stop = chats.start();
    await house.be(bob, 'away');
    await house.pass(2_000);
    stop();
    expect(ann.heard.filter(({ name }) => name === 'presence.updated')).toEqual([]);
  });

  test('tells neither of typing nor of reading', async () => {
    const before = ann.heard.length;
    await bob.call('setTyping', { chatRoomId: room, activity: 'typing' });
    await bob.call('markRead', { chatRoomId: room, seedOrder: 1 });
    expect(ann.heard.slice(before)).toEqual([]);
    const { chatRoom, messages } = await seenBy(ann);
    expect(chatRoom.otherReadSeq).toBe(0);
    expect(messages[0]?.isRead).toBe(false);
    expect((await seenBy(bob)).chatRoom).toMatchObject({ unread: 0, readSeq: 1 });
  });
});

describe('an accepted hello', () => {
  test('is a chat for both from then on', async () => {
    await accept(bob);
    await accept(bob);
    await house.pass(1);
    for (const who of [ann, bob]) {
      expect(who.heard.at(-1)).toMatchObject({
        name: 'room.updated',
        data: { request: null, otherPresence: 'online' },
      });
    }
    await ann.call('sendMessageV2v2', text(room, 1));
    expect(await chats.connected(database.read, ann.userId, bob.userId)).toBe(true);
    expect(await ann.call('getOrCreateChatRoom', { userId: bob.userId })).toEqual({ chatRoomId: room });
    expect((await bob.call('listNotifications')).notifications.map(({ kind }) => kind)).toEqual(['message', 'request']);
  });

  test('is one that was answered, too', async () => {
    await bob.call('sendMessageV2v2', text(room, 1, 'Hello, Ann.'));
    expect((await seenBy(ann)).chatRoom).toMatchObject({ request: null, unread: 1 });
    expect(ann.heard.at(-1)).toMatchObject({ name: 'message.created', data: { content: 'Hello, Ann.' } });
    expect(ann.heard.filter(({ name }) => name === 'room.updated').at(-1)).toMatchObject({ data: { request: null } });
    await ann.call('sendMessageV2v2', text(room, 2));
    expect(await contents()).toEqual([HELLO, 'Hello, Ann.', 'message 2']);
  });

  test('is what two have who say hello to each other', async () => {
    expect(await hello(bob, ann, 'You too?')).toBe(room);
    expect((await seenBy(ann)).chatRoom.request).toBeNull();
    expect(await contents()).toEqual([HELLO, 'You too?']);
    expect((await ann.call('listNotifications')).notifications).toMatchObject([
      { kind: 'message', message: 'You too?' },
    ]);
  });

  test('is a chat in which a hello is a message', async () => {
    await accept(bob);
    await house.pass(1);
    expect(await hello(ann, bob, 'Still there?')).toBe(room);
    expect(await contents()).toEqual([HELLO, 'Still there?']);
    expect((await bob.call('listNotifications')).notifications[0]).toMatchObject({ message: 'Still there?' });
  });

  test('is nobody else’s to give', async () => {
    const cem = await house.newcomer('Cem');
    await expect(accept(cem)).rejects.toThrow('This chat is not here');
    await expect(accept(ann)).rejects.toThrow('They have not answered yet.');
  });
});

describe('a declined hello', () => {
  test('reads as a closed chat, and neither opens another one out of it', async () => {
    await bob.call('deleteChatRoomV2v2', { chatRoomId: room });
    const { chatRoom, messages } = await seenBy(ann);
    expect(chatRoom).toMatchObject({ isActive: false, request: null, otherPresence: null });
    expect(messages.at(-1)).toMatchObject({ senderId: 'system', content: 'This chat is closed.' });
    await expect(accept(bob)).rejects.toThrow('This chat is closed.');
    for (const who of [ann, bob]) {
      await expect(who.call('sendMessageV2v2', text(room, 1))).rejects.toThrow('This chat is closed.');
    }
    for (const [who, other] of [
      [ann, bob],
      [bob, ann],
    ] as const) {
      await expect(who.call('getOrCreateChatRoom', { userId: other.userId })).rejects.toThrow('once you both want to');
    }
    expect((await ann.call('listNotifications')).notifications).toMatchObject([{ kind: 'chat-closed', person: null }]);
  });

  test('stays said for 30 days, and is then gone with its room: 0 rows say who declined whom', async () => {
    await bob.call('deleteChatRoomV2v2', { chatRoomId: room });
    expect(await hello(ann, bob, 'Why?')).toBe(room);
    expect(await contents()).toEqual([HELLO, 'This chat is closed.']);
    const theirs = await hello(bob, ann, 'I was in a hurry.');
    expect(theirs).not.toBe(room);
    await house.pass(31 * 86_400_000);
    expect(await hello(ann, bob)).toBe(theirs);
    const left = house.database.read.selectFrom('chats.room').where('id', '=', room).select('id');
    expect(await left.execute()).toEqual([]);
  });

  test('withdrawn by its sender opens no way around the request', async () => {
    await ann.call('deleteChatRoomV2v2', { chatRoomId: room });
    await expect(ann.call('getOrCreateChatRoom', { userId: bob.userId })).rejects.toThrow('once you both want to');
  });
});

test('whoever has ended a chat is not said hello to by the other one', async () => {
  const [cem, dan] = [await house.newcomer('Cem'), await house.newcomer('Dan')];
  const known = await house.roomOf(cem, dan);
  await dan.call('deleteChatRoomV2v2', { chatRoomId: known });
  await expect(hello(cem, dan)).rejects.toThrow('once you both want to');
  expect(await hello(dan, cem)).not.toBe(known);
});

test('a hello in a batch of 60 messages of many rooms is refused alone', async () => {
  const friend = await house.newcomer('Friend');
  const known = await house.roomOf(ann, friend);
  const sends = Array.from({ length: 60 }, (_, i) => {
    const id = uuidv7(clock.now());
    return ann.call('sendMessageV2v2', { ...text(i % 2 ? known : room, i), clientMessageId: id });
  });
  const outcomes = await Promise.allSettled(sends);
  expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map((_, i) => (i % 2 ? 'fulfilled' : 'rejected')));
});
