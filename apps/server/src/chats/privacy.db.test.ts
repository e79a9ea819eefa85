import type { Input } from '@yonder/contract';
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
  for (const who of [ann, bob]) await house.be(who, 'online');
});

async function prefer(who: Member, set: { read_receipts?: boolean; typing_indicator?: boolean }): Promise<void> {
  await database.read.updateTable('profiles.profile').set(set).where('user_id', '=', who.userId).execute();
}

const read = (who: Member, seedOrder: number) => who.call('markRead', { chatRoomId: room, seedOrder });
const look = (who: Member) => who.call('listMessages', { chatRoomId: room });

describe('reading', () => {
  test.each(['who reads', 'who is read'])(
    'shows to neither where %s hides it, not by an event either',
    async (hider) => {
      await ann.call('sendMessageV2v2', text(room, 1));
      await bob.call('sendMessageV2v2', text(room, 2));
      await prefer(hider === 'who reads' ? bob : ann, { read_receipts: false });
      const heard = ann.heard.length;
      expect(await read(bob, 2)).toEqual({ readSeq: 2, unread: 0 });
      expect(ann.heard).toHaveLength(heard);
      expect(bob.heard.at(-1)).toMatchObject({ name: 'room.updated', data: { readSeq: 2, otherReadSeq: 0 } });
      await read(ann, 2);
      for (const who of [ann, bob]) {
        const { chatRoom, messages } = await look(who);
        expect(chatRoom).toMatchObject({ readSeq: 2, otherReadSeq: 0, unread: 0 });
        // A member's own reading is no secret.
        expect(messages.map(({ senderId, isRead }) => senderId === who.userId || isRead)).toEqual([true, true]);
        expect(messages.filter(({ senderId }) => senderId === who.userId)).toMatchObject([{ isRead: false }]);
      }
      await prefer(hider === 'who reads' ? bob : ann, { read_receipts: true });
      expect((await look(ann)).chatRoom.otherReadSeq).toBe(2);
    },
  );

  test('that is hidden or shown again is told to oneself and to whom open chats connect one with', async () => {
    const [cem, dan] = [await house.newcomer('Cem'), await house.newcomer('Dan')];
    for (const who of [cem, dan]) await house.be(who, 'online');
    const ended = await house.roomOf(ann, cem);
    await cem.call('deleteChatRoomV2v2', { chatRoomId: ended });
    const gaps = () => [ann, bob, cem, dan].map(({ heard }) => heard.filter(({ name }) => name === 'gap').length);
    expect(gaps()).toEqual([0, 0, 0, 0]);
    chats.readingChanged(ann.userId);
    await expect.poll(gaps).toEqual([1, 1, 0, 0]);
  });

  test('that is changed a hundred times in a moment is told at once and, as it is then, 2,000 ms later', async () => {
    const gaps = () => bob.heard.filter(({ name }) => name === 'gap').length;
    for (let n = 0; n < 100; n++) chats.readingChanged(ann.userId);
    await expect.poll(gaps).toBe(1);
    await clock.advance(1_999);
    expect(gaps()).toBe(1);
    await clock.advance(1);
    await expect.poll(gaps).toBe(2);
    await clock.advance(60_000);
    expect(gaps()).toBe(2);
  });

  test('is undone by hand for oneself alone, until one reads again', async () => {
    await ann.call('sendMessageV2v2', text(room, 1));
    await read(bob, 1);
    const heard = ann.heard.length;
    await bob.call('markUnread', { chatRoomId: room });
    expect(bob.heard.at(-1)).toMatchObject({ name: 'room.updated', data: { markedUnread: true, unread: 0 } });
    expect((await look(bob)).chatRoom.markedUnread).toBe(true);
    expect((await look(ann)).chatRoom).toMatchObject({ markedUnread: false, otherReadSeq: 1 });
    await read(bob, 1);
    expect(bob.heard.at(-1)).toMatchObject({ name: 'room.updated', data: { markedUnread: false } });
    expect(ann.heard).toHaveLength(heard);
  });
});

describe('typing', () => {
  const type = (who: Member, activity: Input<'setTyping'>['activity'] = 'typing') =>
    who.call('setTyping', { chatRoomId: room, activity });
  const typed = ({ heard }: Member) => heard.filter(({ name }) => name === 'typing').map(({ data }) => data);

  test('is told to the other one for 6 s, and stored nowhere', async () => {
    await type(ann);
    await type(ann, 'recording');
    await type(ann, 'none');
    const said = { chatRoomId: room, userId: ann.userId };
    expect(typed(bob)).toEqual([
      { ...said, activity: 'typing', until: clock.now() + 6_000 },
      { ...said, activity: 'recording', until: clock.now() + 6_000 },
      { ...said, activity: 'none', until: clock.now() },
    ]);
    expect(typed(ann)).toEqual([]);
    expect((await look(ann)).chatRoom.lastSeq).toBe(0);
  });

  test('is told among strangers by alias too, where both show it', async () => {
    const chatRoomId = await house.strangersRoomOf(ann, bob);
    await ann.call('setTyping', { chatRoomId, activity: 'typing' });
    expect(typed(bob)).toHaveLength(1);
  });

  test.each(['ann', 'bob'])('is told to neither where %s hides it', async (hider) => {
    await prefer(hider === 'ann' ? ann : bob, { typing_indicator: false });
    await type(ann);
    await type(bob);
    expect([...typed(ann), ...typed(bob)]).toEqual([]);
  });

  test('is told to nobody in a closed chat', async () => {
    await bob.call('deleteChatRoomV2v2', { chatRoomId: room });
    await type(ann);
    expect(typed(bob)).toEqual([]);
  });

  test('is told to nobody once a block shows, before the chat is closed for it', async () => {
    const block = { id: room, who: bob.userId, whom: ann.userId, created_at: new Date(clock.now()) };
    await database.read.insertInto('safety.block').values(block).execute();
    await type(ann);
    expect(typed(bob)).toEqual([]);
  });
});

describe('what a browser says of its message', () => {
  test.each(['strangers', 'two who know each other'])('among %s', async (who) => {
    const chatRoomId = who === 'strangers' ? await house.strangersRoomOf(ann, bob) : room;
    const clientCreatedAt = clock.now() - 123_456;
    const sent = { ...text(chatRoomId, 1), clientCreatedAt };
    await ann.call('sendMessageV2v2', sent);
    const marksFor = async (viewer: Member) => {
      const { messages } = await viewer.call('listMessages', { chatRoomId });
      const { messages: later } = await viewer.call('roomAfter', { chatRoomId, seq: 0 });
      const heard = viewer.heard.flatMap((event) => (event.name === 'message.created' ? [event.data] : []));
      const all = [...messages, ...later, ...heard];
      return all.map((one) => [one.clientMessageId === sent.clientMessageId, one.clientCreatedAt]);
    };
    const told = [true, clientCreatedAt];
    const hidden = [false, null];
    expect(await marksFor(ann)).toEqual([told, told, told]);
    expect(await marksFor(bob)).toEqual(Array.from({ length: 3 }, () => (who === 'strangers' ? hidden : told)));
  });
});

describe('presence', () => {
  const told = ({ heard }: Member) => heard.filter(({ name }) => name === 'presence.updated').map(({ data }) => data);
  const shown = async (who: Member) =>
    (await who.call('listChatRooms')).chatRooms.map(({ otherPresence }) => otherPresence);

  test('of a partner stands in the list: online, away, offline', async () => {
    expect(await shown(bob)).toEqual(['online']);
    await house.be(ann, 'away');
    expect(await shown(bob)).toEqual(['away']);
    await house.be(ann, 'offline');
    await house.pass(5_000);
    expect(await shown(bob)).toEqual(['offline']);
    expect((await look(bob)).chatRoom.otherPresence).toBe('offline');
  });

  test('is nobody’s business in a closed chat, among strangers and after a block', async () => {
    await house.strangersRoomOf(ann, bob);
    expect(new Set(await shown(bob))).toEqual(new Set([null, 'online']));
    const block = { id: room, who: ann.userId, whom: bob.userId, created_at: new Date(clock.now()) };
    await database.read.insertInto('safety.block').values(block).execute();
    expect(await shown(bob)).toEqual([null, null]);
  });

  test('is told to who knows them and hears it, all changes of a second together', async () => {
    const stop = chats.start();
    const [cem, dee] = [await house.newcomer('Cem'), await house.newcomer('Dee')];
    await house.roomOf(ann, cem);
    await house.be(dee, 'online');
    await house.be(ann, 'away');
    await house.be(ann, 'online');
    await house.be(ann, 'away');
    await clock.advance(999);
    expect(told(bob)).toEqual([]);
    await clock.advance(1);
    await expect.poll(() => told(bob)).toEqual([{ userId: ann.userId, presence: 'away' }]);
    await house.be(ann, 'offline');
    await house.pass(5_000);
    await clock.advance(1_000);
    await expect.poll(() => told(bob)).toHaveLength(2);
    expect(told(bob)[1]).toEqual({ userId: ann.userId, presence: 'offline' });
    expect([...told(ann), ...told(cem), ...told(dee)]).toEqual([]);
    stop();
  });

  test('is told to nobody who is blocked, left or a stranger by alias', async () => {
    const stop = chats.start();
    const people = [await house.newcomer('Cem'), await house.newcomer('Dee')];
    const [cem, dee] = people;
    for (const who of people) await house.be(who, 'online');
    await house.pass(1_000);
    await house.strangersRoomOf(ann, cem!);
    const ended = await house.roomOf(ann, dee!);
    await dee!.call('deleteChatRoomV2v2', { chatRoomId: ended });
    await house.be(ann, 'away');
    await clock.advance(1_000);
    await expect.poll(() => told(bob).length).toBeGreaterThan(0);
    expect(people.flatMap(told)).toEqual([]);
    stop();
  });

  test('is reported by the tab it is of', async () => {
    await ann.call('reportPresence', { presence: 'away' });
    await house.be(bob, 'online');
    house.presence.changed(ann.userId);
    await house.presence.settled();
    expect(await shown(bob)).toEqual(['away']);
  });
});
