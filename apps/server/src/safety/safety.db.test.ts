import { describe, expect, test } from 'vitest';
import { uuidv7 } from '../platform/ids.ts';
import { createTestProfiles } from '../profiles/testing.ts';
import type { Caller } from '../voice/testing/house.ts';
import { areHidden } from './pairs.ts';
import { openSafety } from './testing/house.ts';

const { house, as, friends, say, told } = await openSafety();
const { database, clock } = house;

function reports(reporter: Caller) {
  return database.read
    .selectFrom('safety.report')
    .selectAll()
    .where('reporter', '=', reporter.userId)
    .orderBy('created_at')
    .execute();
}

function blocks(who: Caller) {
  return database.read
    .selectFrom('safety.block')
    .select(['whom', 'alias'])
    .where('who', '=', who.userId)
    .orderBy('created_at')
    .execute();
}

function until(one: Caller, other: Caller) {
  const [low, high] = [one.userId, other.userId].toSorted();
  return database.read
    .selectFrom('engagement.recent_partner')
    .select('until')
    .where('low', '=', low!)
    .where('high', '=', high!)
    .executeTakeFirst();
}

describe('a block', () => {
  test('of a stranger in a call ends it, and the stranger stands in the list by alias and date only', async () => {
    const { callId, ann, bob } = await house.talking();
    const { call } = await ann.call('getCallState');
    const { blockId } = await as(ann, 'blockUser', { target: { type: 'call', id: callId } });
    expect((await ann.call('getCallState')).kind).toBe('idle');
    expect((await bob.call('getCallState')).kind).toBe('idle');
    expect(await as(ann, 'listBlocks')).toEqual({
      blocks: [{ blockId, person: null, alias: call!.other, createdAt: clock.now() }],
    });
    expect(JSON.stringify(await as(ann, 'listBlocks'))).not.toContain(bob.userId);
  });

  test('of a stranger by a node of the release before: its time and its deadline hide nobody, and 0 deadlines are left', async () => {
    const { ann, bob } = await friends();
    const now = new Date(clock.now());
    const block = { id: uuidv7(clock.now()), who: ann.userId, whom: bob.userId, alias: 'A1', created_at: now };
    await database.transaction(async (tx) => {
      await tx.db
        .insertInto('safety.block')
        .values({ ...block, secret_until: now })
        .execute();
      await tx.deadline({ kind: 'safety.show', key: block.id, due: now });
    });
    await house.pass(1_000);
    expect(await areHidden(database.read, ann.userId, bob.userId)).toBe(false);
    const left = database.read.selectFrom('platform.deadline').select('key').where('kind', '=', 'safety.show');
    expect(await left.execute()).toEqual([]);
  });

  test('of a friend closes the room for both, the friend is told 0 things, and they stand in the list by name', async () => {
    const { ann, bob, room } = await friends();
    const tellings = () => told.filter(({ userId }) => userId === bob.userId).length;
    const before = tellings();
    await clock.advance(60_000);
    await as(ann, 'blockUser', { target: { type: 'chatRoom', id: room } });
    expect(tellings()).toBe(before);
    expect((await as(bob, 'sync', { since: clock.now(), rooms: [] })).chatRooms).toEqual([]);
    await expect(say(bob, room, 'Hello?')).rejects.toThrow('This chat is closed.');
    expect((await as(bob, 'listMessages', { chatRoomId: room })).chatRoom).toMatchObject({
      isActive: false,
      lastMessage: 'This chat is closed.',
      other: { name: 'Anonymous' },
    });
    const { blocks: listed } = await as(ann, 'listBlocks');
    expect(listed).toMatchObject([{ person: { userId: bob.userId, name: 'Bob Brown' }, alias: null }]);
  });

  test('made twice is one block with one id; undone it does not open the room again', async () => {
    const { ann, bob, room } = await friends();
    const target = { type: 'user', id: bob.userId } as const;
    const first = await as(ann, 'blockUser', { target });
    expect(await as(ann, 'blockUser', { target: { type: 'chatRoom', id: room } })).toEqual(first);
    expect(await as(ann, 'unblockUser', first)).toBeNull();
    expect((await as(ann, 'listBlocks')).blocks).toEqual([]);
    await expect(say(ann, room, 'Again?')).rejects.toThrow('This chat is closed.');
  });

  test('is listed latest first, 50 at a time', async () => {
    const ann = await house.newcomer('Ann');
    const made: string[] = [];
    for (let i = 0; i < 51; i++) {
      const { userId: id } = await house.newcomer(`Bob ${i}`);
      await clock.advance(1);
      made.unshift((await as(ann, 'blockUser', { target: { type: 'user', id } })).blockId);
    }
    const first = await as(ann, 'listBlocks');
    expect(first.blocks.map(({ blockId }) => blockId)).toEqual(made.slice(0, 50));
    const second = await as(ann, 'listBlocks', { before: first.blocks.at(-1)!.blockId });
    expect(second.blocks.map(({ blockId }) => blockId)).toEqual(made.slice(50));
  });

  test('by name of somebody blocked by alias before does not tell that they are the same', async () => {
    const { callId, ann, bob } = await house.talking();
    const byAlias = await as(ann, 'blockUser', { target: { type: 'call', id: callId } });
    const byName = await as(ann, 'blockUser', { target: { type: 'user', id: bob.userId } });
    expect(byName.blockId).not.toBe(byAlias.blockId);
    expect((await as(ann, 'listBlocks')).blocks).toHaveLength(2);
  });

  test('is undone by its own maker alone', async () => {
    const { ann, bob } = await friends();
    const block = await as(ann, 'blockUser', { target: { type: 'user', id: bob.userId } });
    await expect(as(bob, 'unblockUser', block)).rejects.toThrow('This block does not exist.');
    await expect(as(ann, 'unblockUser', { blockId: uuidv7(0) })).rejects.toThrow('This block does not exist.');
    expect(await blocks(ann)).toHaveLength(1);
  });

  test('keeps two who wait from being matched', async () => {
    const [ann, bob] = [await house.newcomer('Ann'), await house.newcomer('Bob')];
    await as(bob, 'blockUser', { target: { type: 'user', id: ann.userId } });
    expect(await ann.call('joinCallQueue')).toMatchObject({ status: 'waiting' });
    expect(await bob.call('joinCallQueue')).toMatchObject({ status: 'waiting' });
    await ann.call('leaveCallQueue');
    await bob.call('leaveCallQueue');
  });

  test('with a reason is a report as well', async () => {
    const { ann, bob } = await friends();
    const target = { type: 'user', id: bob.userId } as const;
    await as(ann, 'blockUser', { target, reason: 'spam', text: 'Sells watches.' });
    expect(await reports(ann)).toMatchObject([{ reported: bob.userId, reason: 'spam', text: 'Sells watches.' }]);
  });
});

describe('a report', () => {
  test('of a call from second 0 ends it, keeps what the call was, and the two never meet again', async () => {
    const { callId, ann, bob } = await house.matched();
    await as(ann, 'reportUser', { target: { type: 'call', id: callId }, reason: 'threat' });
    expect((await ann.call('getCallState')).kind).toBe('idle');
    expect((await bob.call('getCallState')).kind).toBe('voice-queue');
    expect(await reports(ann)).toMatchObject([
      { reported: bob.userId, target_type: 'call', evidence: { callId, status: 'connecting' } },
    ]);
    expect(await until(ann, bob)).toEqual({ until: new Date(8.64e15) });
  });

  test('of a message means who wrote it, and keeps it with its neighbours whatever happens to them', async () => {
    const { ann, bob, room } = await friends();
    const lines = ['one', 'two', 'three', 'four', 'five'];
    const ids: string[] = [];
    for (const [i, line] of lines.entries()) ids.push(await say(i % 2 === 0 ? bob : ann, room, line));
    await as(ann, 'reportUser', { target: { type: 'message', id: ids[2]! }, reason: 'hate' });
    await database.read.deleteFrom('chats.message').where('room_id', '=', room).execute();
    const [report] = await reports(ann);
    expect(report).toMatchObject({ reported: bob.userId, target_id: ids[2], evidence: { chatRoomId: room } });
    expect(report!.evidence).toMatchObject({ messages: lines.map((content) => ({ content })) });
  });

  test('of a person keeps what they show of themselves; of a room its latest messages', async () => {
    const { ann, bob, room } = await friends();
    await say(bob, room, 'Hello');
    await as(ann, 'reportUser', { target: { type: 'user', id: bob.userId }, reason: 'impersonation' });
    await clock.advance(1);
    await as(ann, 'reportUser', { target: { type: 'chatRoom', id: room }, reason: 'spam' });
    expect(await reports(ann)).toMatchObject([
      { evidence: { name: 'Bob Brown' } },
      { evidence: { messages: [{ content: 'Hello' }] } },
    ]);
    expect(await say(ann, room, 'A report closes nothing.')).toContain(room);
  });
});

describe('whom somebody means', () => {
  test('is answered alike for people who are here, are not, or have blocked', async () => {
    const { ann, bob } = await friends();
    const [cem] = [await house.newcomer('Cem')];
    await as(cem, 'blockUser', { target: { type: 'user', id: ann.userId } });
    const newcomer = await createTestProfiles(house).newcomer('Dee');
    const unnamed = [cem.userId, uuidv7(clock.now()), newcomer];
    for (const id of [bob.userId, ...unnamed]) {
      await clock.advance(1);
      const target = { type: 'user', id } as const;
      const made = await as(ann, 'blockUser', { target, reason: 'other' });
      expect(made).toEqual({ blockId: expect.any(String) });
      expect(await as(ann, 'blockUser', { target })).toEqual(made);
      expect(await as(ann, 'reportUser', { target, reason: 'other' })).toEqual({ reportId: expect.any(String) });
      expect(await as(ann, 'unblockUser', made)).toBeNull();
      await expect(as(ann, 'unblockUser', made)).rejects.toThrow('This block does not exist.');
      await as(ann, 'blockUser', { target });
    }
    const { blocks: listed } = await as(ann, 'listBlocks');
    expect(listed.map(({ person: whom, alias }) => [whom?.userId ?? null, alias])).toEqual([
      ...unnamed.map(() => [null, null]),
      [bob.userId, null],
    ]);
  });

  test('is not found in calls, rooms and messages of others, nor in what is not there', async () => {
    const { callId } = await house.matched();
    const { ann, bob, room } = await friends();
    const [cem] = [await house.newcomer('Cem')];
    const message = await say(ann, room, 'Between us.');
    const targets = [
      {
        type: 'call',
        id: callId,
      },
      {
        type: 'call',
        id: uuidv7(clock.now()),
      },
      {
        type: 'call',
        id: 'x',
      },
      {
        type: 'chatRoom',
        id: room,
      },
      {
        type: 'chatRoom',
        id: uuidv7(clock.now()),
      },
      {
        type: 'chatRoom',
        id: "'",
      },
      {
        type: 'message',
        id: message,
      },
      {
        type: 'message',
        id: `${room}.99`,
      },
      {
        type: 'message',
        id: room,
      },
      {
        type: 'user',
        id: 'nobody',
      },
      {
        type: 'post',
        id: room,
      },
      {
        type: 'comment',
        id: room,
      },
    ] as const;
    for (const target of targets) {
      await expect(as(cem, 'blockUser', { target })).rejects.toThrow('What you want to report is not there any more.');
      await expect(as(cem, 'reportUser', { target, reason: 'spam' })).rejects.toThrow('not there any more');
    }
    await as(bob, 'blockUser', { target: { type: 'chatRoom', id: room } });
    const lastLine = { type: 'message', id: `${room}.2` } as const;
    await expect(as(ann, 'reportUser', { target: lastLine, reason: 'spam' })).rejects.toThrow('not there any more');
    expect(await reports(cem)).toEqual([]);
    expect(await blocks(cem)).toEqual([]);
  });

  test('is never oneself', async () => {
    const { ann, room } = await friends();
    const own = { type: 'message', id: await say(ann, room, 'Mine.') } as const;
    const self = { type: 'user', id: ann.userId } as const;
    await expect(as(ann, 'blockUser', { target: own })).rejects.toThrow('You cannot block yourself.');
    await expect(as(ann, 'reportUser', { target: self, reason: 'other' })).rejects.toThrow(
      'You cannot report yourself.',
    );
  });
});
