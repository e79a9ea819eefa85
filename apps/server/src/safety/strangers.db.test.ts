import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { lastCall, type Caller } from '../voice/testing/house.ts';
import { openSafety } from './testing/house.ts';

const { house, as, say, chats, profiles } = await openSafety();
const { database, clock } = house;

/** Two who have an open room, and are strangers to each other in a call as well. */
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
  test('their room stays as it was on both sides, although the call ends and they are not matched again', async () => {
    const { callId, ann, bob, room } = await friendsInDisguise();
    await as(ann, 'blockUser', { target: { type: 'call', id: callId } });
    expect((await bob.call('getCallState')).kind).toBe('idle');
    await house.pass(HOUR - 1);
    expect(await seenOf(ann, bob, room)).toEqual(FRIEND_BOB);
    expect(await seenOf(bob, ann, room)).toEqual(FRIEND_ANN);
    await say(bob, room, 'Still here?');
    for (const each of [ann, bob]) await each.call('joinCallQueue');
    expect((await ann.call('getCallState')).kind).toBe('voice-queue');
    for (const each of [ann, bob]) await each.call('leaveCallQueue');
  });

  test('a day later at the latest they are hidden from each other as after any block', async () => {
    const { callId, ann, bob, room } = await friendsInDisguise();
    await as(ann, 'blockUser', { target: { type: 'call', id: callId } });
    await house.pass(24 * HOUR);
    expect(await seenOf(ann, bob, room)).toEqual(HIDDEN);
    expect(await seenOf(bob, ann, room)).toEqual(HIDDEN);
    await expect(say(bob, room, 'Hello?')).rejects.toThrow('This chat is closed.');
  });

  test('the time until then is a random one between one hour and a day', async () => {
    const times = new Set<number>();
    for (let i = 0; i < 8; i++) {
      const { callId, ann } = await house.talking();
      await as(ann, 'blockUser', { target: { type: 'call', id: callId } });
      const made = database.read.selectFrom('safety.block').where('who', '=', ann.userId);
      const { secret_until: until } = await made.select('secret_until').executeTakeFirstOrThrow();
      times.add(until!.getTime() - clock.now());
    }
    expect(Math.min(...times)).toBeGreaterThanOrEqual(HOUR);
    expect(Math.max(...times)).toBeLessThanOrEqual(24 * HOUR);
    expect(times.size).toBeGreaterThan(1);
  });

  test('undone before it shows, it never does', async () => {
    const { callId, ann, bob, room } = await friendsInDisguise();
    const block = await as(ann, 'blockUser', { target: { type: 'call', id: callId } });
    await as(ann, 'unblockUser', block);
    await house.pass(24 * HOUR);
    expect(await seenOf(ann, bob, room)).toEqual(FRIEND_BOB);
  });

  test('who had blocked the other by name reads that name until the block shows', async () => {
    const { callId, ann, bob } = await house.talking();
    await as(bob, 'blockUser', { target: { type: 'user', id: ann.userId } });
    await as(ann, 'blockUser', { target: { type: 'call', id: callId } });
    const nameInList = async () => (await as(bob, 'listBlocks')).blocks[0]?.person?.name ?? null;
    expect(await nameInList()).toBe('Ann Anderson');
    await house.pass(24 * HOUR);
    expect(await nameInList()).toBeNull();
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

  test('a block that does not show yet takes no partner away from an earlier call that revealed them', async () => {
    const { callId, ann, bob } = await house.deciding();
    for (const each of [ann, bob]) await each.call('handleCallDecision', { callId, decision: 'like' });
    await ann.call('endCall', { callId });
    await database.read.deleteFrom('engagement.recent_partner').execute();
    await ann.call('joinCallQueue');
    const again = await bob.call('joinCallQueue');
    if (!('callId' in again)) throw new Error('the two are matched again');
    await as(ann, 'blockUser', { target: { type: 'call', id: again.callId } });
    expect((await bob.call('endCall', { callId })).call.partner).toMatchObject({ name: 'Ann Anderson' });
    await house.pass(24 * HOUR);
    expect((await bob.call('endCall', { callId })).call.partner).toBeNull();
  });
});
