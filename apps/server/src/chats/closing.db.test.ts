import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import { showProfile } from '../profiles/index.ts';
import { waitingForLocks } from '../testing/held-open.ts';
import { resolveRoom } from './evidence.ts';
import { file, openChats, pathOf, text, type Member } from './testing/house.ts';

const house = await openChats();
const { database, clock, chats, media, closings } = house;
const DAY = 86_400_000;

let ann: Member;
let bob: Member;
let room: string;

beforeEach(async () => {
  [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
  room = await house.roomOf(ann, bob);
});

const close = (who: Member) => who.call('deleteChatRoomV2v2', { chatRoomId: room });
const reach = (who: Member, { userId }: Pick<Member, 'userId'>) => who.call('getOrCreateChatRoom', { userId });

const refusalOf = (asking: Promise<unknown>) => asking.then(() => 'none', String);

/** Counts the rows of a room: messages, changes, seats and the room itself. */
async function rowsOf(roomId: string): Promise<number[]> {
  const { rows } = await sql<{ many: number }>`
    SELECT count(*)::int AS many FROM chats.message WHERE room_id = ${roomId}
    UNION ALL SELECT count(*)::int FROM chats.room_change WHERE room_id = ${roomId}
    UNION ALL SELECT count(*)::int FROM chats.room_seat WHERE room_id = ${roomId}
    UNION ALL SELECT count(*)::int FROM chats.room WHERE id = ${roomId}`.execute(database.read);
  return rows.map(({ many }) => many);
}

async function insertBlock(tx: Tx, who: Member, whom: Member): Promise<void> {
  const block = { id: uuidv7(clock.now()), who: who.userId, whom: whom.userId, created_at: tx.now };
  await tx.db.insertInto('safety.block').values(block).execute();
}

/** As the safety module does it. */
const report = (who: Member, whom: Member, chatRoomId: string) =>
  database.transaction(async (tx) => {
    const pointed = await resolveRoom(tx, { me: who.userId, roomId: chatRoomId });
    const row = { id: uuidv7(clock.now()), reporter: who.userId, reported: whom.userId, reason: 'spam' };
    const target = { target_type: 'chatRoom', target_id: chatRoomId, evidence: JSON.stringify(pointed?.evidence) };
    await tx.db
      .insertInto('safety.report')
      .values({ ...row, ...target, created_at: tx.now })
      .execute();
  });

/** As the safety module does it. */
const block = (who: Member, whom: Member) =>
  database.transaction(async (tx) => {
    await insertBlock(tx, who, whom);
    await chats.closeSilently(tx, who.userId, whom.userId);
  });

describe('a chat that somebody leaves', () => {
  const leave = (who: Member) => who.call('leaveChatRoom', { chatRoomId: room });
  const readersOf = async (): Promise<string[]> => {
    const names: string[] = [];
    for (const who of [ann, bob]) {
      const refusal = await refusalOf(who.call('listMessages', { chatRoomId: room }));
      if (refusal === 'none') names.push(who === ann ? 'ann' : 'bob');
    }
    return names;
  };

  test('is not there for them any more by 8 ways, and as before for the other one', async () => {
    const { id: messageId } = await ann.call('sendMessageV2v2', text(room, 1));
    await close(ann);
    expect(await readersOf()).toEqual(['ann', 'bob']);
    const before = await bob.call('listMessages', { chatRoomId: room });
    await leave(ann);
    expect(await readersOf()).toEqual(['bob']);
    const ways = [
      ann.call('listMessages', { chatRoomId: room }),
      ann.call('roomAfter', { chatRoomId: room, seq: 0 }),
      ann.call('markRead', { chatRoomId: room, seedOrder: 1 }),
      ann.call('markUnread', { chatRoomId: room }),
      ann.call('setTyping', { chatRoomId: room, activity: 'typing' }),
      ann.call('deleteMessage', { messageId }),
      ann.call('setReaction', { messageId, emoji: null }),
      leave(ann),
    ];
    const answers = await Promise.allSettled(ways);
    const reasons = answers.map((answer) => answer.status === 'rejected' && answer.reason.reason);
    expect(reasons).toEqual(Array.from({ length: 8 }, () => 'room-not-found'));
    const since = clock.now() - DAY;
    const { chatRooms, missing } = await ann.call('sync', { since, rooms: [{ chatRoomId: room, seq: 0 }] });
    expect([chatRooms, missing]).toEqual([[], []]);
    expect(await bob.call('listMessages', { chatRoomId: room })).toEqual(before);
  });

  test('while it is open is closed for both first', async () => {
    await ann.call('sendMessageV2v2', text(room, 1));
    await leave(ann);
    expect(await readersOf()).toEqual(['bob']);
    expect((await bob.call('listMessages', { chatRoomId: room })).chatRoom.isActive).toBe(false);
    expect((await ann.call('listChatRooms', null)).chatRooms).toEqual([]);
    expect((await bob.call('listChatRooms', null)).chatRooms).toEqual([]);
  });

  test('tells them nothing of what becomes of it afterwards, where who stays is told', async () => {
    const [stays, leaves] = [ann, bob];
    for (const who of [stays, leaves]) await house.be(who, 'online');
    const { id: messageId } = await leaves.call('sendMessageV2v2', text(room, 1));
    const { id: other } = await stays.call('sendMessageV2v2', text(room, 2));
    await leave(leaves);
    const heard = [stays.heard.length, leaves.heard.length];
    const veil = (id: string) =>
      database.transaction((tx) => chats.changeMessage(tx, { messageId: id, change: { kind: 'hidden' } }));
    expect([await veil(messageId), await veil(other)]).toEqual([true, true]);
    expect([stays.heard.length - heard[0]!, leaves.heard.length - heard[1]!]).toEqual([1, 0]);
  });

  test('says nothing to the other one, and whoever closed it can still begin a new one', async () => {
    await close(ann);
    const before = bob.heard.length;
    await leave(ann);
    expect(bob.heard.length).toBe(before);
    expect(await refusalOf(reach(bob, ann))).toContain('once you both want to');
    expect(await refusalOf(reach(ann, bob))).toBe('none');
  });
});

describe('a chat that somebody closes', () => {
  test('is closed for both with a last line, told to both and once to who is to be notified', async () => {
    await ann.call('sendMessageV2v2', text(room, 1));
    await close(ann);
    await close(ann);
    await close(bob);
    for (const who of [ann, bob]) {
      const { chatRoom, messages } = await who.call('listMessages', { chatRoomId: room });
      expect(chatRoom).toMatchObject({ isActive: false, lastSeq: 2, lastMessageSummary: { kind: 'system' } });
      expect(messages[1]).toMatchObject({ senderId: 'system', content: 'This chat is closed.' });
      expect(who.heard.at(-1)).toMatchObject({ name: 'room.updated', data: { isActive: false } });
      expect((await who.call('listChatRooms')).chatRooms).toEqual([]);
    }
    expect(closings.filter(({ roomId }) => roomId === room)).toEqual([
      { roomId: room, by: ann.userId, other: bob.userId },
    ]);
  });

  test('keeps what was said for 30 days, and then 0 rows of it, of the room and of who was in it', async () => {
    const upload = Number.parseInt(room.slice(-6), 16);
    await ann.call('sendMessageV2v2', text(room, 1, 'a secret'));
    await ann.call('sendMessageV2v2', file(room, 2, { type: 'voice', upload }));
    await bob.call('setReaction', { messageId: `${room}.1`, emoji: '👍' });
    await close(ann);
    await house.pass(30 * DAY - 1);
    expect((await bob.call('listMessages', { chatRoomId: room })).messages).toHaveLength(3);
    await house.pass(1);
    expect(media.discarded).toContain(pathOf('voice', upload));
    await expect(bob.call('listMessages', { chatRoomId: room })).rejects.toMatchObject({ reason: 'room-not-found' });
    expect(await rowsOf(room)).toEqual([0, 0, 0, 0]);
    expect((await bob.call('sync', { since: 0, rooms: [] })).chatRooms).toEqual([]);
  });

  test('of 2,500 messages is purged 1,000 at a time, so that nobody waits for it', async () => {
    await sql`
      INSERT INTO chats.message (room_id, seq, sender_id, client_message_id, type, content, created_at)
      SELECT ${room}, n, ${ann.userId}, gen_random_uuid(), 'text', 'x', ${new Date(clock.now())}
      FROM generate_series(1, 2499) n`.execute(database.read);
    await database.read.updateTable('chats.room').set({ last_seq: 2_499 }).where('id', '=', room).execute();
    await close(ann);
    await house.pass(30 * DAY - 1);
    await clock.advance(1);
    expect(await house.deadlines.runDue()).toBe(3);
    expect(await rowsOf(room)).toEqual([0, 0, 0, 0]);
  });

  test('is purged without a fault where an erasure has taken it before', async () => {
    const [cem, dan] = [await house.newcomer('Cem'), await house.newcomer('Dan')];
    const rooms = [await house.roomOf(ann, cem), await house.roomOf(ann, dan)];
    for (const chatRoomId of rooms) await ann.call('deleteChatRoomV2v2', { chatRoomId });
    expect(await database.transaction((tx) => chats.personalData.erase(tx, ann.userId))).toBe('done');
    await house.pass(30 * DAY);
    const waiting = database.read.selectFrom('platform.deadline').where('key', 'in', rooms).select('attempts');
    expect(await waiting.execute()).toEqual([]);
  });

  test('is gone for both after 30 days whether a report names it or not', async () => {
    const told = async (isReported: boolean) => {
      const [one, other] = [await house.newcomer('One'), await house.newcomer('Other')];
      const chatRoomId = await house.roomOf(one, other);
      await one.call('sendMessageV2v2', text(chatRoomId, 1, 'a threat'));
      if (isReported) await report(other, one, chatRoomId);
      await one.call('deleteChatRoomV2v2', { chatRoomId });
      await house.pass(30 * DAY);
      for (const who of [one, other]) {
        await expect(who.call('listMessages', { chatRoomId })).rejects.toMatchObject({ reason: 'room-not-found' });
        expect((await who.call('sync', { since: 0, rooms: [] })).chatRooms).toEqual([]);
      }
      return rowsOf(chatRoomId);
    };
    expect(await told(false)).toEqual([0, 0, 0, 0]);
    expect(await told(true)).toEqual([0, 0, 0, 0]);
    const kept = await database.read.selectFrom('safety.report').select('evidence').executeTakeFirstOrThrow();
    expect(kept.evidence).toMatchObject({ messages: [{ content: 'a threat' }] });
  });
});

describe('a chat with somebody', () => {
  test('is the one that is open, from either side', async () => {
    expect([await reach(ann, bob), await reach(bob, ann)]).toEqual([{ chatRoomId: room }, { chatRoomId: room }]);
  });

  test('opens again for who has closed it, as another room, and for nobody else', async () => {
    await close(ann);
    await expect(reach(bob, ann)).rejects.toMatchObject({ reason: 'not-connected' });
    const { chatRoomId } = await reach(ann, bob);
    expect(chatRoomId).not.toBe(room);
    expect(await reach(bob, ann)).toEqual({ chatRoomId });
    expect(bob.heard.at(-1)).toMatchObject({ name: 'room.updated', data: { id: chatRoomId, type: 'direct' } });
    await bob.call('deleteChatRoomV2v2', { chatRoomId });
    await expect(reach(ann, bob)).rejects.toMatchObject({ reason: 'not-connected' });
  });

  test('opens again for who has closed the last of several, whatever their ids', async () => {
    for (let round = 0; round < 8; round++) {
      const [one, other] = [await house.newcomer('One'), await house.newcomer('Other')];
      const first = await house.roomOf(one, other);
      await one.call('deleteChatRoomV2v2', { chatRoomId: first });
      const { chatRoomId: second } = await reach(one, other);
      // Ids and endings of the same millisecond have no order: then neither may open another room.
      if (round % 2) await clock.advance(1);
      await other.call('deleteChatRoomV2v2', { chatRoomId: second });
      await expect(reach(one, other)).rejects.toMatchObject({ reason: 'not-connected' });
      const again = await Promise.allSettled([reach(other, one)]);
      expect(again[0].status).toBe(round % 2 ? 'fulfilled' : 'rejected');
    }
  });

  test('opens once for who asks ten times at once', async () => {
    await close(ann);
    const answers = await Promise.all(Array.from({ length: 10 }, () => reach(ann, bob)));
    expect(new Set(answers.map(({ chatRoomId }) => chatRoomId)).size).toBe(1);
  });

  test('is refused alike for a stranger, oneself, a missing and a blocked person', async () => {
    const [cem, dee] = [await house.newcomer('Cem'), await house.newcomer('Dee')];
    await house.roomOf(ann, dee);
    await block(dee, ann);
    const nobody = { userId: uuidv7(clock.now()) };
    const refusals = await Promise.allSettled([cem, ann, nobody, dee].map((whom) => reach(ann, whom)));
    expect(new Set(refusals.map((refusal) => refusal.status === 'rejected' && String(refusal.reason)))).toEqual(
      new Set(['DomainError: You can write to each other once you both want to.']),
    );
    await expect(reach(dee, ann)).rejects.toMatchObject({ reason: 'not-connected' });
    await database.read.deleteFrom('safety.block').where('who', '=', dee.userId).execute();
    await expect(reach(ann, dee)).rejects.toMatchObject({ reason: 'not-connected' });
    expect(await reach(dee, ann)).toEqual({ chatRoomId: expect.any(String) });
  });

  test('opens with nobody who leaves, also at that moment, and reads as of somebody missing', async () => {
    await close(ann);
    const [seen, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const leaving = database.transaction(async (tx) => {
      await showProfile(tx, { userId: bob.userId, to: 'nobody' });
      seen.resolve();
      await gone.promise;
    });
    await seen.promise;
    const opening = refusalOf(reach(ann, bob));
    await expect.poll(() => waitingForLocks(database.read)).toBe(1);
    gone.resolve();
    await leaving;
    expect(await opening).toBe(await refusalOf(reach(ann, { userId: uuidv7(clock.now()) })));
    expect(await opening).toContain('once you both want to');
    await database.transaction((tx) => showProfile(tx, { userId: bob.userId, to: 'others' }));
    expect(await reach(ann, bob)).toEqual({ chatRoomId: expect.any(String) });
  });

  test('is never open beside a block, however the two race', async () => {
    for (let round = 0; round < 20; round++) {
      const [one, other] = [await house.newcomer('One'), await house.newcomer('Other')];
      const first = await house.roomOf(one, other);
      await one.call('deleteChatRoomV2v2', { chatRoomId: first });
      const blocking = round % 2 === 0 ? block(other, one) : block(one, other);
      await Promise.allSettled([reach(one, other), blocking]);
      expect(await chats.connected(database.read, one.userId, other.userId)).toBe(false);
    }
  });
});

describe('a chat that is deleted 30 days after it was closed', () => {
  const over = () => house.pass(30 * DAY);
  const isGone = async (of: Member, to: Member) =>
    (await chats.goneFrom(database.read, { userId: to.userId, others: [of.userId] })).has(of.userId);
  const endsOf = (who: Member) =>
    database.read
      .selectFrom('chats.ended')
      .where((end) => end.or([end('low', '=', who.userId), end('high', '=', who.userId)]))
      .select(['closed_by', 'requested_by'])
      .execute();

  test('leaves who closed it gone to the other one, and alone free to open another one', async () => {
    await close(ann);
    await over();
    expect(await rowsOf(room)).toEqual([0, 0, 0, 0]);
    expect([await isGone(ann, bob), await isGone(bob, ann)]).toEqual([true, false]);
    expect(await refusalOf(reach(bob, ann))).toContain('once you both want to');
    const again = await Promise.all(Array.from({ length: 10 }, () => reach(ann, bob)));
    expect(new Set(again.map(({ chatRoomId }) => chatRoomId)).size).toBe(1);
    expect([await isGone(ann, bob), await endsOf(ann)]).toEqual([false, []]);
  });

  test('refuses a post’s chat to who was shut out of the last one, and a hello', async () => {
    const two = { type: 'post', a: bob.userId, b: ann.userId } as const;
    const chatRoomId = await database.transaction((tx) => chats.createRoom(tx, two));
    for (const id of [room, chatRoomId]) await ann.call('deleteChatRoomV2v2', { chatRoomId: id });
    await over();
    const opening = database.transaction((tx) => chats.createRoomUnlessEnded(tx, two));
    expect(await refusalOf(opening)).toContain('once you both want to');
    const said = { from: bob.userId, to: ann.userId, content: 'Hello again.' };
    const hello = database.transaction((tx) => chats.requests.sayHello(tx, said));
    expect(await refusalOf(hello)).toContain('once you both want to');
    expect(await database.transaction((tx) => chats.createRoomUnlessEnded(tx, { ...two, a: two.b, b: two.a }))).toEqual(
      expect.any(String),
    );
  });

  test('was a declined hello: there is no second one, but from the other one', async () => {
    const [cem, dan] = [await house.newcomer('Cem'), await house.newcomer('Dan')];
    const hello = (from: Member, to: Member) =>
      database.transaction((tx) =>
        chats.requests.sayHello(tx, { from: from.userId, to: to.userId, content: 'Hello, you.' }),
      );
    await dan.call('deleteChatRoomV2v2', { chatRoomId: await hello(cem, dan) });
    await over();
    expect(await endsOf(cem)).toEqual([{ closed_by: dan.userId, requested_by: cem.userId }]);
    expect(await refusalOf(hello(cem, dan))).toContain('once you both want to');
    const chatRoomId = await hello(dan, cem);
    await database.transaction((tx) => chats.requests.accept(tx, { roomId: chatRoomId, userId: cem.userId }));
    expect(await endsOf(cem)).toEqual([]);
  });

  test('leaves nothing once either of the two is erased', async () => {
    for (const erased of [ann, bob]) {
      await ann.call('deleteChatRoomV2v2', { chatRoomId: (await reach(ann, bob)).chatRoomId });
      await over();
      expect(await endsOf(bob)).toEqual([{ closed_by: ann.userId, requested_by: null }]);
      await database.transaction((tx) => chats.personalData.erase(tx, erased.userId));
      expect(await endsOf(bob)).toEqual([]);
      room = await house.roomOf(ann, bob);
    }
  });

  test('was closed before rooms were deleted: each gets 1 deadline, within two days and none in the past', async () => {
    const { read } = database;
    const old = Array.from({ length: 50 }, () => uuidv7(clock.now()));
    for (const id of old) {
      const closed = { id, type: 'direct', a: ann.userId, b: bob.userId, open: false, created_at: new Date(0) };
      await read
        .insertInto('chats.room')
        .values({ ...closed, closed_at: new Date(0) })
        .execute();
    }
    await read
      .insertInto('platform.deadline')
      .values({ id: uuidv7(clock.now()), kind: 'chats.purge', key: old[0]!, due: new Date(0) })
      .execute();
    await sql
      .raw(readFileSync(join(import.meta.dirname, '../../migrations/0053_closed_rooms_go.sql'), 'utf8'))
      .execute(read);
    const { rows } = await sql<{ key: string; many: number; isSpread: boolean }>`
      SELECT key, count(*)::int AS many, min(due) > now() AND max(due) < now() + interval '2 days' AS "isSpread"
      FROM platform.deadline WHERE key = ANY(${old}::text[]) GROUP BY key`.execute(read);
    expect(rows.map(({ many }) => many)).toEqual(old.map(() => 1));
    expect(rows.filter(({ isSpread }) => !isSpread).map(({ key }) => key)).toEqual([old[0]]);
  });
});
