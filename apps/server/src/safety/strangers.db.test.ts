import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { holdOpen, waitingForLocks } from '../testing/held-open.ts';
import { lastCall, type Caller } from '../voice/testing/house.ts';
import { openSafety } from './testing/house.ts';

const { house, as, say, chats, profiles } = await openSafety();
const { database, clock } = house;

/** Two users with an open room, and strangers to each other in a call as well. */
async function friendsInDisguise(status: 'talking' | 'deciding' = 'talking') {
  const { callId, ann, bob } = await house[status]();
  const pair = { type: 'mode2', a: ann.userId, b: bob.userId } as const;
  const room = await database.transaction((tx) => chats.createRoom(tx, pair));
  return { callId, ann, bob, room };
}

async function seenOf(viewer: Caller, other: Caller, room: string) {
  const { chatRoom } = await as(viewer, 'listMessages', { chatRoomId: room });
  const now = new Date(clock.now());
  const profile = await profiles.get({ userId: viewer.userId, now }, other.userId).catch(() => null);
  return { name: chatRoom.other.name, open: chatRoom.isActive, relation: profile?.relation ?? null };
}

const FRIEND_ANN = { name: 'Ann Anderson', open: true, relation: 'partner' };
const FRIEND_BOB = { name: 'Bob Brown', open: true, relation: 'partner' };
const HIDDEN = { name: 'Anonymous', open: false, relation: null };
const HOUR = 3_600_000;

describe('a block of a stranger does not tell who the stranger is', () => {
  test('by name nothing changes on either side, 0 and 25 hours later, although the call ends and they are not matched again', async () => {
    const { callId, ann, bob, room } = await friendsInDisguise();
    await as(ann, 'blockUser', { target: { type: 'call', id: callId } });
    expect((await bob.call('getCallState')).kind).toBe('idle');
    for (const hours of [0, 25]) {
      await house.pass(hours * HOUR);
      expect(await seenOf(ann, bob, room)).toEqual(FRIEND_BOB);
      expect(await seenOf(bob, ann, room)).toEqual(FRIEND_ANN);
      await say(bob, room, 'Still here?');
    }
    for (const each of [ann, bob]) await each.call('joinCallQueue');
    expect((await ann.call('getCallState')).kind).toBe('voice-queue');
    for (const each of [ann, bob]) await each.call('leaveCallQueue');
  });

  test('undone by the id of its block it changes 0 things by name', async () => {
    const { callId, ann, bob, room } = await friendsInDisguise();
    const block = await as(ann, 'blockUser', { target: { type: 'call', id: callId } });
    await as(ann, 'unblockUser', block);
    await house.pass(24 * HOUR);
    expect(await seenOf(ann, bob, room)).toEqual(FRIEND_BOB);
    expect((await as(ann, 'listBlocks')).blocks).toEqual([]);
  });

  test('1 list of blocks is the same before and after the other one blocks back, by alias and by name, and is renamed', async () => {
    const { callId, ann, bob } = await house.talking();
    await as(bob, 'blockUser', { target: { type: 'user', id: ann.userId } });
    const list = await as(bob, 'listBlocks');
    expect(list.blocks).toMatchObject([{ person: { name: 'Ann Anderson', thumb: null } }]);
    await as(ann, 'blockUser', { target: { type: 'call', id: callId } });
    await as(ann, 'blockUser', { target: { type: 'user', id: bob.userId } });
    const profile = database.read.updateTable('profiles.profile').where('user_id', '=', ann.userId);
    await profile.set({ name: 'Another' }).execute();
    expect(await as(bob, 'listBlocks')).toEqual(list);
    expect((await as(ann, 'listBlocks')).blocks).toMatchObject([{ person: null }, { person: null }]);
  });

  test('a stranger of an earlier call, blocked by that call, is not told by the end of this one', async () => {
    const { callId, ann, bob } = await house.talking();
    await ann.call('leaveCall', { callId });
    await house.pass(10_000);
    await database.read.deleteFrom('engagement.recent_partner').execute();
    await ann.call('joinCallQueue');
    expect(await bob.call('joinCallQueue')).toHaveProperty('callId');
    await as(ann, 'blockUser', { target: { type: 'call', id: callId } });
    expect((await ann.call('getCallState')).call).toMatchObject({ status: 'connecting' });
  });
});

describe('blocking or reporting somebody by name does not tell whether they are the stranger in the call', () => {
  test.each([
    ['blockUser', {}],
    ['reportUser', { reason: 'other' }],
  ] as const)('%s leaves the anonymous call as it is', async (name, more) => {
    const { callId, ann, bob } = await house.talking();
    const [before, heard] = [await ann.call('getCallState'), [ann.heard.length, bob.heard.length]];
    await as(ann, name, { target: { type: 'user', id: bob.userId }, ...(more as { reason: 'other' }) });
    expect(await ann.call('getCallState')).toEqual(before);
    expect([ann.heard.length, bob.heard.length]).toEqual(heard);
    expect(before.call?.callId).toBe(callId);
  });

  test('two likes across the block reveal nobody: each reads at the end of the window that the other has not', async () => {
    const { callId, ann, bob } = await house.deciding();
    await as(bob, 'blockUser', { target: { type: 'user', id: ann.userId } });
    for (const each of [ann, bob]) {
      expect(await each.call('handleCallDecision', { callId, decision: 'like' })).toMatchObject({ result: 'pending' });
    }
    await house.pass(15_000);
    for (const each of [ann, bob]) {
      expect(lastCall(each)).toMatchObject({ status: 'completed', dislikedBy: 'other', partner: null });
    }
  });

  test('once a mutual like has revealed them, a block by name ends the call, closes the room and hides the partner', async () => {
    const { callId, ann, bob, room } = await friendsInDisguise('deciding');
    for (const each of [ann, bob]) await each.call('handleCallDecision', { callId, decision: 'like' });
    expect(lastCall(bob).partner).toMatchObject({ name: 'Ann Anderson' });
    await as(ann, 'blockUser', { target: { type: 'user', id: bob.userId } });
    for (const each of [ann, bob]) expect(lastCall(each)).toMatchObject({ status: 'ended', partner: null });
    expect((await bob.call('endCall', { callId })).call.partner).toBeNull();
    expect(await seenOf(bob, ann, room)).toEqual(HIDDEN);
  });

  test('a block by name that races the second like leaves no open room and no revealed call, and nothing deadlocks', async () => {
    const [live, rooms] = [new Set<string>(), new Set<boolean>()];
    for (let i = 0; i < 24; i++) {
      const { callId, ann, bob } = await house.deciding();
      await ann.call('handleCallDecision', { callId, decision: 'like' });
      const target = { type: 'user', id: ann.userId } as const;
      const like = bob.call('handleCallDecision', { callId, decision: 'like' });
      if (i % 2 === 0) await Promise.all([like, as(bob, 'blockUser', { target })]);
      else await Promise.all([as(bob, 'blockUser', { target }), like]);
      live.add(lastCall(bob).status);
      const room = database.read.selectFrom('chats.room').where('a', 'in', [ann.userId, bob.userId]).select('open');
      for (const { open } of await room.execute()) rooms.add(open);
    }
    expect(['deciding', 'ended']).toEqual(expect.arrayContaining([...live]));
    expect([...rooms]).not.toContain(true);
    const { rows } = await sql<{ deadlocks: number }>`
      SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()
    `.execute(database.read);
    expect(rows).toEqual([{ deadlocks: 0 }]);
  });

  test.each(['like', 'block'] as const)(
    'a block of the call and the second like wait for each other, the %s first: the call is over, and 0 rooms are open',
    async (first) => {
      const { callId, ann, bob } = await house.deciding();
      await ann.call('handleCallDecision', { callId, decision: 'like' });
      const end = await holdOpen(database, async ({ db }) => {
        await db.selectFrom('voice.session').select('id').where('id', '=', callId).forUpdate().execute();
      });
      const asked: Promise<unknown>[] = [];
      for (const next of first === 'like' ? (['like', 'block'] as const) : (['block', 'like'] as const)) {
        asked.push(
          next === 'like'
            ? bob.call('handleCallDecision', { callId, decision: 'like' })
            : as(ann, 'blockUser', { target: { type: 'call', id: callId } }),
        );
        await expect.poll(() => waitingForLocks(database.read)).toBe(asked.length);
      }
      await end();
      await Promise.allSettled(asked);
      expect(lastCall(ann)).toMatchObject({ status: 'ended', partner: null });
      const rooms = database.read.selectFrom('chats.room').where('a', 'in', [ann.userId, bob.userId]).select('open');
      expect(await rooms.execute()).toEqual(first === 'like' ? [{ open: false }] : []);
      const byName = (await as(ann, 'listBlocks')).blocks.map(({ person }) => person?.name ?? null);
      expect(byName).toEqual([first === 'like' ? 'Bob Brown' : null]);
    },
  );

  test('a block of a stranger takes no partner away from an earlier call that revealed them', async () => {
    const { callId, ann, bob } = await house.deciding();
    for (const each of [ann, bob]) await each.call('handleCallDecision', { callId, decision: 'like' });
    await ann.call('endCall', { callId });
    await database.read.deleteFrom('engagement.recent_partner').execute();
    await ann.call('joinCallQueue');
    const again = await bob.call('joinCallQueue');
    if (!('callId' in again)) throw new Error('the two are matched again');
    await as(ann, 'blockUser', { target: { type: 'call', id: again.callId } });
    await house.pass(24 * HOUR);
    expect((await bob.call('endCall', { callId })).call.partner).toMatchObject({ name: 'Ann Anderson' });
  });
});
