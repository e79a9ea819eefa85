import type { LiveEvent, Notification } from '@yonder/contract';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { openChats, text, type Member } from '../chats/testing/house.ts';
import { uuidv7 } from '../platform/ids.ts';
import { noticesOfMatch } from '../wires/notifications.ts';
import type { Notice } from './index.ts';

const house = await openChats({ nodes: 'several' });
const { database, clock, notifications } = house;

let ann: Member;
let bob: Member;
let room: string;

beforeEach(async () => {
  [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  room = await house.roomOf(ann, bob);
  for (const who of [ann, bob]) await house.be(who, 'online');
});

const list = (who: Member) => who.call('listNotifications');
const sync = (who: Member) => who.call('sync', { since: null, rooms: [] });
const send = (who: Member, n: number, content?: string) => who.call('sendMessageV2v2', text(room, n, content));
const notify = (...notices: Notice[]) => database.transaction((tx) => notifications.notify(tx, notices));
const call = (who: Member, roomId: string, about: string | null): Notice => ({
  kind: 'missed-call',
  userId: who.userId,
  roomId,
  about,
});

function unreadTold({ notified }: Member): number[] {
  return notified.flatMap((event: LiveEvent) =>
    event.name === 'notification.created' || event.name === 'notification.updated' ? [event.data.unread] : [],
  );
}

async function block(who: Member, whom: Member): Promise<void> {
  await database.transaction(async (tx) => {
    const row = { id: uuidv7(clock.now()), who: who.userId, whom: whom.userId, created_at: tx.now };
    await tx.db.insertInto('safety.block').values(row).execute();
    await house.chats.closeSilently(tx, who.userId, whom.userId);
  });
}

describe('a message', () => {
  test('notifies the other one, of what was said and by whom, in all their tabs', async () => {
    await send(ann, 1, 'Good night to every single egg');
    const { notifications: found, unread } = await list(bob);
    expect(found).toMatchObject([
      {
        userId: bob.userId,
        kind: 'message',
        message: 'Good night to every single egg',
        chatRoomId: room,
        person: {
          userId: ann.userId,
          name: 'Ann',
        },
        postId: null,
        isRead: false,
        createdAt: clock.now(),
      },
    ]);
    expect(unread).toBe(1);
    await expect.poll(() => bob.notified).toEqual([{ name: 'notification.created', data: { ...found[0], unread: 1 } }]);
    expect(await list(ann)).toEqual({ notifications: [], unread: 0 });
  });

  test('that they see come on another node notifies of nothing; once they look away, the next one does', async () => {
    const there = { user_id: bob.userId, node_id: uuidv7(clock.now()), looks_at: [room] };
    await database.read.insertInto('platform.presence').values(there).execute();
    for (const n of [1, 2]) await send(ann, n);
    expect((await list(bob)).unread).toBe(0);
    await database.read.deleteFrom('platform.presence').where('node_id', '=', there.node_id).execute();
    await send(ann, 3);
    expect((await list(bob)).unread).toBe(1);
  });

  test('of 100 in a burst makes one', async () => {
    await Promise.all(Array.from({ length: 100 }, (_, n) => send(ann, n)));
    expect(await list(bob)).toMatchObject({ notifications: [{ kind: 'message' }], unread: 1 });
    await expect.poll(() => unreadTold(bob)).toEqual([1]);
  });

  test('of both at once notifies both', async () => {
    await Promise.all([send(ann, 1), send(bob, 2)]);
    for (const who of [ann, bob]) expect((await list(who)).unread).toBe(1);
  });

  test('that is repeated notifies of nothing anew', async () => {
    await send(ann, 1);
    await bob.call('markRead', { chatRoomId: room, seedOrder: 1 });
    await send(ann, 1);
    expect((await list(bob)).unread).toBe(0);
  });

  test('notifies nobody who sees the room, and somebody who has turned to another tab', async () => {
    await bob.call('reportPresence', { presence: 'online', chatRoomId: room });
    await send(ann, 1);
    expect((await list(bob)).notifications).toEqual([]);
    await bob.call('reportPresence', { presence: 'away', chatRoomId: room });
    await send(ann, 2, 'are you there?');
    expect((await list(bob)).notifications).toMatchObject([{ message: 'are you there?' }]);
  });

  test('has no name and nothing to know somebody by where the two are anonymous', async () => {
    await database.read
      .updateTable('chats.room')
      .set({ type: 'mode3', a_alias: 'a'.repeat(22), b_alias: 'b'.repeat(22) })
      .where('id', '=', room)
      .execute();
    await send(ann, 1, 'hello');
    const answer = await list(bob);
    expect(answer.notifications).toMatchObject([{ message: 'hello', person: null, chatRoomId: room }]);
    await ann.call('deleteChatRoomV2v2', { chatRoomId: room });
    const closed = await list(bob);
    expect(closed.notifications).toMatchObject([{ kind: 'chat-closed', person: null }]);
    expect(JSON.stringify([answer, closed])).not.toMatch(new RegExp(`Ann|${ann.userId}`));
  });

  test('of 4,000 characters is shown by its first 100, none cut in two', async () => {
    await send(ann, 1, `${'x'.repeat(95)}👨‍👩‍👧‍👦${'y'.repeat(3_000)}`);
    expect((await list(bob)).notifications[0]?.message).toBe('x'.repeat(95));
  });

  test('of blanks is 0 messages and 0 notifications', async () => {
    await expect(send(ann, 1, '  \n ')).rejects.toThrow();
    expect((await list(bob)).notifications).toEqual([]);
  });

  test('that is deleted before it was read is nothing to be notified of, and the next one is', async () => {
    const { id: messageId } = await send(ann, 1, 'what nobody may read');
    await ann.call('deleteMessage', { messageId });
    const answer = await list(bob);
    expect(answer).toMatchObject({ notifications: [{ isRead: true, message: null }], unread: 0 });
    await send(ann, 2, 'what one may');
    expect(await list(bob)).toMatchObject({ notifications: [{ message: 'what one may' }], unread: 1 });
  });
});

describe('reading', () => {
  test('the room reads its notifications and tells all tabs; the next message stands in front anew', async () => {
    await send(ann, 1);
    await notify(call(bob, room, ann.userId));
    const [first] = (await list(bob)).notifications;
    await bob.call('markRead', { chatRoomId: room, seedOrder: 1 });
    expect(await list(bob)).toMatchObject({ notifications: [{ isRead: true }, { isRead: true }], unread: 0 });
    expect(bob.notified.at(-1)).toEqual({ name: 'notification.updated', data: { unread: 0 } });
    await clock.advance(1);
    await send(ann, 2, 'again');
    const { notifications: found, unread } = await list(bob);
    expect([found.map(({ kind }) => kind), unread]).toEqual([['message', 'missed-call'], 1]);
    expect(found[0]).toMatchObject({ message: 'again', isRead: false, createdAt: clock.now() });
    expect(found[0]?.id).not.toBe(first?.id);
  });

  test('the list lets the next message of an unread room notify again', async () => {
    await send(ann, 1);
    expect(await bob.call('markNotificationsRead')).toEqual({ unread: 0 });
    await send(ann, 2, 'again');
    expect(await list(bob)).toMatchObject({ notifications: [{ message: 'again' }], unread: 1 });
    expect(await bob.call('clearNotifications')).toBeNull();
    expect(await list(bob)).toEqual({ notifications: [], unread: 0 });
    await send(ann, 3, 'and again');
    expect(await list(bob)).toMatchObject({ notifications: [{ message: 'and again' }], unread: 1 });
  });

  test('some leaves the others unread', async () => {
    await send(ann, 1);
    await notify(call(bob, room, ann.userId));
    const { notifications: found } = await list(bob);
    const ids = found.filter(({ kind }) => kind === 'message').map(({ id }) => id);
    expect(await bob.call('markNotificationsRead', { ids })).toEqual({ unread: 1 });
    const isRead = new Map((await list(bob)).notifications.map((one) => [one.kind, one.isRead]));
    expect([isRead.get('message'), isRead.get('missed-call')]).toEqual([true, false]);
  });

  test('reads, sends and clears at once: what is unread in the room is never without a notification', async () => {
    for (let round = 0; round < 20; round++) {
      const n = 1_000 * round;
      await Promise.all([
        ...[1, 2, 3].map((i) => send(ann, n + i)),
        bob.call('markRead', { chatRoomId: room, seedOrder: n }),
        bob.call('markNotificationsRead'),
        bob.call('clearNotifications'),
        send(ann, n + 4),
      ]);
      await send(ann, n + 5);
      expect(await list(bob)).toMatchObject({ notifications: [{ isRead: false }], unread: 1 });
    }
  });
});

describe('other people', () => {
  test('see, read and clear none of mine', async () => {
    await send(ann, 1);
    const { notifications: mine } = await list(bob);
    const ids = mine.map(({ id }) => id);
    expect(await ann.call('markNotificationsRead', { ids })).toEqual({ unread: 0 });
    await ann.call('clearNotifications');
    expect(await list(ann)).toEqual({ notifications: [], unread: 0 });
    expect(await list(bob)).toEqual({ notifications: mine, unread: 1 });
  });

  test('vanish from the list of who blocks, and count no more', async () => {
    await send(ann, 1);
    await block(bob, ann);
    expect(await list(bob)).toEqual({ notifications: [], unread: 0 });
    expect((await sync(bob)).notified).toEqual({ latest: null, unread: 0 });
  });

  test('that no event told of are found with the next sync', async () => {
    expect((await sync(bob)).notified).toEqual({ latest: null, unread: 0 });
    await send(ann, 1);
    await notify(call(bob, room, ann.userId));
    const [newest] = (await list(bob)).notifications;
    expect((await sync(bob)).notified).toEqual({ latest: newest!.id, unread: 2 });
    await bob.call('markNotificationsRead', { ids: [newest!.id] });
    expect((await sync(bob)).notified).toEqual({ latest: newest!.id, unread: 1 });
  });

  test('that are no more have no name', async () => {
    await notify(call(bob, room, uuidv7(clock.now())));
    expect((await list(bob)).notifications).toMatchObject([{ person: { name: 'Deleted account', photo: null } }]);
  });
});

test('of a chat that is closed nothing is left to the other one but that it is; who did it is not notified', async () => {
  await send(ann, 1);
  await notify(call(bob, room, ann.userId));
  await ann.call('deleteChatRoomV2v2', { chatRoomId: room });
  expect(await list(bob)).toMatchObject({
    notifications: [{ kind: 'chat-closed', person: null, message: null, chatRoomId: room }],
    unread: 1,
  });
  await expect.poll(() => unreadTold(bob).slice(-2)).toEqual([0, 1]);
  expect((await list(ann)).notifications).toEqual([]);
});

test('of a block the blocked one is told 0 things: their 2 unread notifications stay, without a name or a word', async () => {
  await send(ann, 1);
  await clock.advance(1);
  await notify(call(bob, room, ann.userId));
  const before = await sync(bob);
  await expect.poll(() => unreadTold(bob)).toHaveLength(2);
  await block(ann, bob);
  expect((await sync(bob)).notified).toEqual(before.notified);
  expect(unreadTold(bob)).toHaveLength(2);
  expect(await list(bob)).toMatchObject({
    notifications: [
      { kind: 'missed-call', person: null, message: null },
      { kind: 'message', person: null, message: null },
    ],
    unread: 2,
  });
});

test('two who like each other are notified of one another', async () => {
  await notify(...noticesOfMatch({ roomId: room, a: ann.userId, b: bob.userId }));
  expect((await list(ann)).notifications).toMatchObject([{ kind: 'match', person: { name: 'Bob' }, chatRoomId: room }]);
  expect((await list(bob)).notifications).toMatchObject([{ kind: 'match', person: { name: 'Ann' }, chatRoomId: room }]);
});

test('what fails notifies nobody', async () => {
  const failed = database.transaction(async (tx) => {
    await notifications.notify(tx, [call(bob, room, null)]);
    throw new Error('on purpose');
  });
  await expect(failed).rejects.toThrow('on purpose');
  expect(await list(bob)).toEqual({ notifications: [], unread: 0 });
  expect(bob.notified).toEqual([]);
});

test('120 come in pages of 50, newest first, each once', async () => {
  for (let i = 0; i < 120; i++) {
    await clock.advance(1);
    await notify(call(bob, uuidv7(clock.now()), ann.userId));
  }
  const seen: number[] = [];
  for (let before: string | null = null, size = 50; size === 50;) {
    const page: Notification[] = (await bob.call('listNotifications', { before })).notifications;
    seen.push(...page.map(({ createdAt }) => createdAt));
    [size, before] = [page.length, page.at(-1)?.id ?? null];
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, i) => clock.now() - i));
  expect((await list(bob)).unread).toBe(120);
});

test('a notification is forgotten 90 days later, by the hour, and the next message of that chat makes one', async () => {
  const stop = notifications.start();
  await send(ann, 1);
  const stored = () =>
    sql<{ id: string }>`SELECT id FROM notifications.notification WHERE user_id = ${bob.userId}`.execute(database.read);
  await clock.advance(90 * 86_400_000 - 3_600_000);
  expect((await stored()).rows).toHaveLength(1);
  await clock.advance(2 * 3_600_000);
  await expect.poll(async () => (await stored()).rows).toEqual([]);
  stop();
  await send(ann, 2, 'Are you still there?');
  expect((await list(bob)).notifications).toMatchObject([{ kind: 'message', message: 'Are you still there?' }]);
});
