import type { Attachment, ChatRoom, Message } from '@yonder/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { openChats, text, type Member } from './testing/house.ts';

const house = await openChats();
const { database, clock, chats } = house;

let ann: Member;
let bob: Member;
let room: string;

beforeEach(async () => {
  [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  room = await house.roomOf(ann, bob);
});

const idOf = (seq: number): string => `${room}.${seq}`;
const say = (who: Member, n: number) => who.call('sendMessageV2v2', text(room, n));
const history = async (who: Member): Promise<Message[]> =>
  (await who.call('listMessages', { chatRoomId: room, limit: 50 })).messages;
const listed = async (who: Member): Promise<ChatRoom> => (await who.call('listChatRooms')).chatRooms[0]!;

/** Returns the last event of that name that a member received. */
function lastHeard({ heard }: Member, name: string): unknown {
  return heard.filter((event) => event.name === name).at(-1)?.data;
}

describe('a message that is deleted', () => {
  test('is empty for both under the next number, and stays in its place', async () => {
    for (const n of [1, 2, 3]) await say(ann, n);
    await bob.call('setReaction', { messageId: idOf(2), emoji: '👍' });
    const change = await ann.call('deleteMessage', { messageId: idOf(2) });
    expect(change).toMatchObject({
      seq: 5,
      message: { seedOrder: 2, content: '', attachment: null, isDeleted: true, reactions: [], replyTo: null },
    });
    for (const who of [ann, bob]) {
      expect(lastHeard(who, 'message.updated')).toEqual(change);
      expect((await history(who)).map(({ content }) => content)).toEqual(['message 1', '', 'message 3']);
    }
    expect(await listed(bob)).toMatchObject({ lastSeq: 5, lastMessage: 'message 3', unread: 2 });
  });

  test('as the last one shows in the list as such, and is nothing to read any more', async () => {
    for (const n of [1, 2]) await say(ann, n);
    await ann.call('deleteMessage', { messageId: idOf(2) });
    const head = { lastMessage: '', lastMessageSummary: { kind: 'deleted' }, isEmpty: false, unread: 1, lastSeq: 3 };
    expect(await listed(bob)).toMatchObject(head);
    expect(lastHeard(bob, 'room.updated')).toMatchObject(head);
    expect(await bob.call('markRead', { chatRoomId: room, seedOrder: 0 })).toEqual({ readSeq: 0, unread: 1 });
  });

  test('is deleted once: again answers the same and takes no number', async () => {
    await say(ann, 1);
    const change = await ann.call('deleteMessage', { messageId: idOf(1) });
    await clock.advance(7_200_000);
    expect(await ann.call('deleteMessage', { messageId: idOf(1) })).toEqual(change);
    expect((await listed(ann)).lastSeq).toBe(2);
  });

  test('can be deleted for an hour and not 1 ms longer', async () => {
    for (const n of [1, 2]) await say(ann, n);
    await clock.advance(3_600_000);
    await ann.call('deleteMessage', { messageId: idOf(1) });
    await clock.advance(1);
    await expect(ann.call('deleteMessage', { messageId: idOf(2) })).rejects.toThrow(
      'A message can be deleted within an hour.',
    );
  });

  test('is one’s own: not the other’s, not the system’s, not a call’s, and there', async () => {
    await say(bob, 1);
    const call: Attachment = { kind: 'call', callId: room, callerId: ann.userId, outcome: 'missed', seconds: null };
    const line = { roomId: room, type: 'call', senderId: ann.userId, content: '', attachment: call } as const;
    await database.transaction((tx) => chats.addLine(tx, { ...line, counts: 'unread' }));
    await database.transaction((tx) => chats.closeSilently(tx, bob.userId, ann.userId));
    for (const seq of [1, 2, 3]) {
      const deleting = ann.call('deleteMessage', { messageId: idOf(seq) });
      await expect(deleting).rejects.toMatchObject({ reason: 'not-your-message' });
    }
    const missing = ann.call('deleteMessage', { messageId: idOf(99) });
    await expect(missing).rejects.toMatchObject({ reason: 'message-not-found' });
  });

  test('that was answered leaves an empty quote', async () => {
    await say(ann, 1);
    await bob.call('sendMessageV2v2', { ...text(room, 2), replyTo: 1 });
    await ann.call('deleteMessage', { messageId: idOf(1) });
    expect((await history(bob))[1]!.replyTo).toEqual({
      seedOrder: 1,
      senderId: ann.userId,
      content: '',
      summary: { kind: 'deleted' },
    });
  });
});

describe('a reaction', () => {
  test('is one a person, replaced by the next and taken back by null', async () => {
    await say(ann, 1);
    const react = async (who: Member, emoji: string | null) => {
      const { seq, message } = await who.call('setReaction', { messageId: idOf(1), emoji });
      return [seq, message.reactions.map(({ userId, emoji: given }) => [userId === ann.userId ? 'ann' : 'bob', given])];
    };
    expect(await react(bob, '👍')).toEqual([2, [['bob', '👍']]]);
    expect(await react(ann, '👩‍👩‍👧')).toEqual([
      3,
      [
        ['ann', '👩‍👩‍👧'],
        ['bob', '👍'],
      ],
    ]);
    expect(await react(bob, '❤️')).toEqual([
      4,
      [
        ['ann', '👩‍👩‍👧'],
        ['bob', '❤️'],
      ],
    ]);
    expect(await react(bob, '❤️')).toEqual([4, expect.anything()]);
    expect(await react(ann, null)).toEqual([5, [['bob', '❤️']]]);
    expect(await react(ann, null)).toEqual([5, [['bob', '❤️']]]);
    expect(bob.heard.filter(({ name }) => name === 'message.updated')).toHaveLength(4);
  });

  test('changes nothing of the list but its number', async () => {
    await say(ann, 1);
    const before = await listed(bob);
    await ann.call('setReaction', { messageId: idOf(1), emoji: '👍' });
    expect(await listed(bob)).toEqual({ ...before, lastSeq: 2 });
  });

  test('goes neither to what is deleted nor into a closed chat', async () => {
    for (const n of [1, 2]) await say(ann, n);
    await ann.call('deleteMessage', { messageId: idOf(1) });
    const react = (seq: number) => bob.call('setReaction', { messageId: idOf(seq), emoji: '👍' });
    await expect(react(1)).rejects.toMatchObject({ reason: 'message-not-found' });
    await expect(react(3)).rejects.toMatchObject({ reason: 'message-not-found' });
    await ann.call('deleteChatRoomV2v2', { chatRoomId: room });
    await expect(react(2)).rejects.toMatchObject({ reason: 'room-closed' });
  });
});

describe('another module', () => {
  const ring = (counts: 'unread' | 'silent') => {
    const attachment: Attachment = {
      kind: 'call',
      callId: room,
      callerId: ann.userId,
      outcome: 'missed',
      seconds: null,
    };
    const line = { roomId: room, type: 'call', senderId: ann.userId, content: '', attachment, counts } as const;
    return database.transaction((tx) => chats.addLine(tx, line));
  };

  test('adds a line that both hear, and the other one has to read where that is asked', async () => {
    expect(await ring('unread')).toBe(idOf(1));
    expect(await ring('silent')).toBe(idOf(2));
    expect(await listed(bob)).toMatchObject({ unread: 1, lastMessage: '', lastMessageSummary: { outcome: 'missed' } });
    expect(await listed(ann)).toMatchObject({ unread: 0, lastSeq: 2 });
    expect(lastHeard(bob, 'message.created')).toMatchObject({ type: 'call', seedOrder: 2 });
    expect(await bob.call('markRead', { chatRoomId: room, seedOrder: 0 })).toMatchObject({ unread: 1 });
    expect(await bob.call('markRead', { chatRoomId: room, seedOrder: 1 })).toMatchObject({ unread: 0 });
  });

  test('says once more how a call went', async () => {
    await ring('silent');
    const messageId = idOf(1);
    const change = { kind: 'call', outcome: 'talked', seconds: 61 } as const;
    const changing = () => database.transaction((tx) => chats.changeMessage(tx, { messageId, change }));
    expect([await changing(), await changing()]).toEqual([true, false]);
    expect(lastHeard(bob, 'message.updated')).toMatchObject({ seq: 2, message: { attachment: { seconds: 61 } } });
    expect(await listed(bob)).toMatchObject({ lastMessageSummary: { outcome: 'talked', seconds: 61 } });
  });

  test('changes nothing of a message that is not there, and of no other kind', async () => {
    await say(ann, 1);
    const change = { kind: 'one_time_image', state: 'opened' } as const;
    for (const messageId of [idOf(1), idOf(7), 'nonsense']) {
      expect(await database.transaction((tx) => chats.changeMessage(tx, { messageId, change }))).toBe(false);
    }
  });
});

test('a message that is reacted to a hundred times leaves one change, told under its last number', async () => {
  const { id: messageId } = await ann.call('sendMessageV2v2', text(room, 1));
  for (let n = 0; n < 100; n++) await bob.call('setReaction', { messageId, emoji: n % 2 === 0 ? '👍' : '❤️' });
  const kept = await database.read.selectFrom('chats.room_change').where('room_id', '=', room).select('seq').execute();
  expect(kept).toEqual([{ seq: 101 }]);
  expect(await ann.call('roomAfter', { chatRoomId: room, seq: 1 })).toMatchObject({
    messages: [],
    upTo: 101,
    hasMore: false,
    changes: [
      {
        seq: 101,
        message: {
          reactions: [
            {
              userId: bob.userId,
              emoji: '❤️',
            },
          ],
        },
      },
    ],
  });
});
