import { describe, expect, test } from 'vitest';
import { uuidv7 } from '../../platform/ids.ts';
import { lastCall, type Caller } from '../testing/house.ts';
import { lastDirect, openCalling, outcomeOf, type Ringing } from './testing/house.ts';

const calling = await openCalling();
const { house, occupation, lines, unread, missed } = calling;
const { database, clock } = house;

const nameOf = (call: { other: { name: string } }): string => call.other.name;

async function occupations({ ann, bob }: Pick<Ringing, 'ann' | 'bob'>): Promise<string[]> {
  return [await occupation(ann), await occupation(bob)];
}

/** Their last message that is a call, with who has it unread. */
async function lineOf({ ann, bob, room }: Ringing) {
  const line = (await lines(bob, room)).findLast(({ type }) => type === 'call');
  return { attachment: line?.attachment, unread: [await unread(ann, room), await unread(bob, room)] };
}

async function listed(who: Caller) {
  const { calls } = await who.call('listCalls');
  return calls.map(({ direction, outcome, seconds }) => ({ direction, outcome, seconds }));
}

describe('a call to somebody who cannot take part', () => {
  test.each(['suspended', 'about to leave'] as const)(
    'who is %s reads as busy at once, and rings nowhere',
    async (which) => {
      const { ann, bob, room } = await calling.friends();
      const later = new Date(clock.now() + 86_400_000);
      const accounts = database.read.updateTable('identity.account').where('user_id', '=', bob.userId);
      await accounts.set(which === 'suspended' ? { suspended_until: later } : { erases_at: later }).execute();
      const { call } = await ann.call('startDirectCall', { chatRoomId: room });
      expect(call).toMatchObject({ status: 'ended', endReason: 'busy' });
      expect(await occupations({ ann, bob })).toEqual(['free', 'free']);
      await accounts.set({ suspended_until: new Date(clock.now()), erases_at: null }).execute();
      const again = await ann.call('startDirectCall', { chatRoomId: room });
      expect(again.call.status).toBe('calling');
      await ann.call('endDirectCall', { callId: again.call.id });
    },
  );
});

describe('a call that rings', () => {
  test('occupies both from the first ring on, in all tabs of both, until 45 s have passed', async () => {
    const { ann, bob, room, callId } = await calling.ringing();
    expect(await occupations({ ann, bob })).toEqual(['direct', 'direct']);
    expect(lastDirect(bob)).toMatchObject({
      ...{ id: callId, version: 1, chatRoomId: room, callerId: ann.userId, receiverId: bob.userId },
      ...{ callerName: 'Ann Anderson', other: { userId: ann.userId, name: 'Ann Anderson' }, status: 'calling' },
      ...{ tab: null, createdAt: clock.now(), ringsUntil: clock.now() + 45_000, endedAt: null, durationSec: null },
    });
    expect(lastDirect(ann)).toMatchObject({
      tab: ann.tab,
      other: { name: 'Bob Brown' },
      participants: [lastDirect(ann).you, lastDirect(bob).you],
    });
    expect(house.told.filter(({ name }) => name === 'directCall.updated').every(({ tab }) => tab === null)).toBe(true);
    expect(house.told.map(({ name }) => name)).not.toContain('call.updated');
  });

  test('is missed at 45,000 ms, not before: a line that counts as unread, and a word to notifications', async () => {
    const call = await calling.ringing();
    await house.pass(44_999);
    expect(lastDirect(call.bob).status).toBe('calling');
    await house.pass(1);
    expect(lastDirect(call.ann)).toMatchObject({
      status: 'ended',
      endReason: 'missed',
      durationSec: 0,
      rejectedAt: null,
    });
    expect(await occupations(call)).toEqual(['free', 'free']);
    const attachment = {
      kind: 'call',
      callId: call.callId,
      callerId: call.ann.userId,
      outcome: 'missed',
      seconds: null,
    };
    expect(await lineOf(call)).toEqual({ attachment, unread: [0, 1] });
    expect(missed).toContainEqual({
      ...{ callId: call.callId, chatRoomId: call.room, callerId: call.ann.userId, receiverId: call.bob.userId },
    });
    expect(await listed(call.ann)).toEqual([{ direction: 'outgoing', outcome: 'missed', seconds: null }]);
    expect(await listed(call.bob)).toEqual([{ direction: 'incoming', outcome: 'missed', seconds: null }]);
  });

  test('is missed in time by a server that was down meanwhile', async () => {
    const call = await calling.ringing();
    await house.jump(60_000);
    await house.restart();
    await house.node.deadlines.runDue();
    expect(lastDirect(call.bob)).toMatchObject({ endReason: 'missed' });
    expect(await occupations(call)).toEqual(['free', 'free']);
  });

  test('goes on ringing through a restart', async () => {
    const call = await calling.ringing();
    await house.restart();
    await house.pass(30_000);
    await call.bob.call('acceptDirectCall', { callId: call.callId });
    expect(lastDirect(call.ann)).toMatchObject({ status: 'accepted', acceptedAt: clock.now() });
  });

  test.each([
    ['cancelled by the caller', 'ann', 'endDirectCall', 'cancelled', 'ended', ['cancelled', 'missed'], 1],
    ['declined', 'bob', 'rejectDirectCall', 'declined', 'rejected', ['declined', 'declined'], 0],
    ['ended by who is called', 'bob', 'endDirectCall', 'declined', 'rejected', ['declined', 'declined'], 0],
  ] as const)('is %s', async (_how, who, name, endReason, status, outcomes, unreadByBob) => {
    const call = await calling.ringing();
    const told = missed.length;
    const answer = await call[who].call(name, { callId: call.callId });
    expect(answer.call).toMatchObject({ status, endReason });
    for (const each of [call.ann, call.bob]) expect(lastDirect(each)).toMatchObject({ status, endReason });
    expect(lastDirect(call.ann).rejectedAt).toBe(endReason === 'declined' ? clock.now() : null);
    expect([(await listed(call.ann))[0]?.outcome, (await listed(call.bob))[0]?.outcome]).toEqual(outcomes);
    expect((await lineOf(call)).unread).toEqual([0, unreadByBob]);
    expect(missed).toHaveLength(told + unreadByBob);
    expect(await occupations(call)).toEqual(['free', 'free']);
  });

  test("ends 10,000 ms after the caller's page has gone", async () => {
    const call = await calling.ringing();
    await call.ann.call('leaveCall', { callId: call.callId });
    await house.pass(9_999);
    expect(lastDirect(call.bob)).toMatchObject({ status: 'calling', otherLine: 'away' });
    await house.pass(1);
    expect(lastDirect(call.bob)).toMatchObject({ status: 'ended', endReason: 'left-page' });
    expect((await listed(call.bob))[0]).toMatchObject({ outcome: 'missed' });
  });

  test('rings on when the page is back in time, and shows in what occupies the two', async () => {
    const { ann, bob, callId } = await calling.ringing();
    await ann.call('leaveCall', { callId });
    await house.pass(9_999);
    const state = await ann.call('getCallState');
    expect(state).toMatchObject({
      kind: 'direct',
      queue: null,
      call: null,
      directCall: { id: callId, status: 'calling' },
    });
    await house.pass(10_000);
    expect(await bob.call('getCallState')).toMatchObject({
      kind: 'direct',
      call: null,
      directCall: { id: callId, status: 'calling' },
    });
  });

  test('rings on in the other tabs when who is called closes one', async () => {
    const { bob, callId } = await calling.ringing();
    await bob.call('leaveCall', { callId, comingBack: 'no' });
    await house.pass(20_000);
    expect(lastDirect(bob).status).toBe('calling');
  });

  test('carries no media yet: nothing begins by what the caller reports', async () => {
    const { ann, bob, callId } = await calling.ringing();
    await ann.call('reportMediaStatus', { callId, status: 'connected' });
    await bob.call('acceptDirectCall', { callId });
    await bob.call('reportMediaStatus', { callId, status: 'connected' });
    expect(lastDirect(ann).startedAt).toBeNull();
  });

  test('gives both the relay before the answer', async () => {
    const { ann, bob, callId } = await calling.ringing();
    for (const each of [ann, bob])
      expect((await each.call('getIceServers', { callId })).iceTransportPolicy).toBe('relay');
  });
});

describe('a call that is answered', () => {
  test('is bound to the tab that answered; the others see that it was elsewhere', async () => {
    const { ann, bob, callId } = await calling.ringing();
    const second = bob.inTab('another-tab');
    const { call } = await second.call('acceptDirectCall', { callId });
    expect(call).toMatchObject({ status: 'accepted', tab: 'another-tab', acceptedAt: clock.now(), startedAt: null });
    expect(await outcomeOf(bob.call('acceptDirectCall', { callId }))).toBe('call-in-another-tab');
    expect(await outcomeOf(bob.call('rejectDirectCall', { callId }))).toBe('call-in-another-tab');
    expect(await outcomeOf(second.call('acceptDirectCall', { callId }))).toBe('ok');
    const told = house.told.filter(({ name }) => name === 'call.updated').slice(-2);
    expect(told.map(({ userId, tab }) => [userId, tab])).toEqual([
      [ann.userId, ann.tab],
      [bob.userId, 'another-tab'],
    ]);
    expect(lastCall(ann)).toMatchObject({
      kind: 'direct',
      status: 'connecting',
      callId,
      partner: { name: 'Bob Brown' },
    });
  });

  test('is signalled like every call, talks without a limit, and ends with its seconds', async () => {
    const call = await calling.talking();
    const { ann, bob, callId, room } = call;
    expect(lastCall(bob)).toMatchObject({
      kind: 'direct',
      status: 'mutual-like',
      result: null,
      yourDecision: null,
      chatRoomId: room,
    });
    expect(nameOf(lastDirect(bob))).toBe('Ann Anderson');
    await house.pass(3_600_500);
    expect(lastDirect(ann)).toMatchObject({ status: 'accepted', endedAt: null });
    await bob.call('endDirectCall', { callId });
    expect(lastDirect(ann)).toMatchObject({ status: 'ended', endReason: 'hung-up', durationSec: 3_600 });
    expect(lastCall(ann)).toMatchObject({ status: 'ended', endReason: 'other-left', decisionEndsAt: null });
    const attachment = { kind: 'call', callId, callerId: ann.userId, outcome: 'talked', seconds: 3_600 };
    expect(await lineOf(call)).toEqual({ attachment, unread: [0, 0] });
    expect(await listed(bob)).toEqual([{ direction: 'incoming', outcome: 'talked', seconds: 3_600 }]);
  });

  test('fails when the two are not connected within 20,000 ms', async () => {
    const call = await calling.answered();
    await house.pass(20_000);
    expect(lastDirect(call.bob)).toMatchObject({ status: 'ended', endReason: 'connection-failed', durationSec: 0 });
    expect((await lineOf(call)).attachment).toMatchObject({ outcome: 'failed', seconds: null });
    expect(await occupations(call)).toEqual(['free', 'free']);
  });

  test('waits 30 s for lost audio, and 10 s for a page that was left', async () => {
    const lost = await calling.talking();
    await lost.bob.call('notifyDisconnect', { callId: lost.callId });
    expect(lastDirect(lost.ann).otherLine).toBe('reconnecting');
    await house.pass(30_000);
    expect(lastDirect(lost.ann)).toMatchObject({ endReason: 'connection-lost', durationSec: 30 });
    const left = await calling.talking();
    await left.bob.call('leaveCall', { callId: left.callId });
    await house.pass(10_000);
    expect(lastDirect(left.ann)).toMatchObject({ endReason: 'left-page' });
  });

  test('moves to another tab on request; the tab it leaves is told', async () => {
    const { bob, callId } = await calling.talking();
    await bob.inTab('another-tab').call('startCallSession', { callId });
    expect(lastDirect(bob).tab).toBe('another-tab');
    const told = house.told.filter(({ userId, name }) => userId === bob.userId && name === 'call.updated').slice(-2);
    expect(new Set(told.map(({ tab }) => tab))).toEqual(new Set(['another-tab', bob.tab]));
  });

  test('parts nobody: the two may be matched, and call again at once', async () => {
    const call = await calling.talking();
    await call.ann.call('endDirectCall', { callId: call.callId });
    const again = await calling.ringing(call);
    expect(again.callId).not.toBe(call.callId);
    const parted = database.read
      .selectFrom('engagement.recent_partner')
      .where('low', 'in', [call.ann.userId, call.bob.userId]);
    expect(await parted.selectAll().execute()).toEqual([]);
  });

  test('of two whom nobody has seen for 60 s is over', async () => {
    const { ann, bob, callId } = await calling.talking();
    ann.online(false);
    bob.online(false);
    await house.pass(120_000);
    expect((await ann.call('endDirectCall', { callId })).call).toMatchObject({ endReason: 'connection-lost' });
  });
});

describe('whoever is occupied', () => {
  test('is not rung: the caller reads busy, and they find a missed call', async () => {
    const { bob, callId } = await calling.ringing();
    const cem = await house.newcomer('Cem Celik');
    const pair = { type: 'mode2', a: cem.userId, b: bob.userId } as const;
    const room = await database.transaction((tx) => calling.chats.createRoom(tx, pair));
    const { call } = await cem.call('startDirectCall', { chatRoomId: room });
    expect(call).toMatchObject({ status: 'ended', endReason: 'busy', endedAt: clock.now(), durationSec: 0 });
    expect(lastDirect(bob).id).toBe(callId);
    expect(await occupation(cem)).toBe('free');
    expect(await lineOf({ ann: cem, bob, room, callId: call.id })).toMatchObject({
      attachment: { outcome: 'busy' },
      unread: [0, 1],
    });
    expect((await listed(bob))[0]).toMatchObject({ outcome: 'missed' });
    expect((await listed(cem))[0]).toMatchObject({ outcome: 'busy' });
    expect(missed.at(-1)?.callId).toBe(call.id);
    expect(await outcomeOf(cem.call('acceptDirectCall', { callId: call.id }))).toBe('not-you');
    expect(await outcomeOf(bob.call('acceptDirectCall', { callId: call.id }))).toBe('call-over');
  });

  test('in a queue is busy as well, and calls nobody', async () => {
    const { ann, bob, room } = await calling.friends();
    await bob.call('joinCallQueue');
    expect((await ann.call('startDirectCall', { chatRoomId: room })).call.endReason).toBe('busy');
    expect(await outcomeOf(bob.call('startDirectCall', { chatRoomId: room }))).toBe('already-engaged');
    await bob.call('leaveCallQueue');
  });

  test('by a call joins no queue and calls nobody', async () => {
    const { ann, bob, room } = await calling.ringing();
    for (const each of [ann, bob]) expect(await outcomeOf(each.call('joinCallQueue'))).toBe('already-engaged');
    expect(await outcomeOf(ann.call('startDirectCall', { chatRoomId: room }))).toBe('already-engaged');
  });
});

describe('who may call whom', () => {
  test('two who call each other meet', async () => {
    const { ann, bob, room, callId } = await calling.ringing();
    const { call } = await bob.inTab('another-tab').call('startDirectCall', { chatRoomId: room });
    expect(call).toMatchObject({ id: callId, status: 'accepted', tab: 'another-tab', callerId: ann.userId });
  });

  test('whoever is called by somebody else calls nobody', async () => {
    const { ann, bob } = await calling.ringing();
    const cem = await house.newcomer('Cem Celik');
    const pair = { type: 'mode2', a: cem.userId, b: bob.userId } as const;
    const room = await database.transaction((tx) => calling.chats.createRoom(tx, pair));
    expect(await outcomeOf(bob.call('startDirectCall', { chatRoomId: room }))).toBe('already-engaged');
    expect(lastDirect(ann).status).toBe('calling');
  });

  test.each([
    ['a chat of other people', 'room-not-found', async () => (await calling.friends()).room],
    ['no chat', 'room-not-found', async () => uuidv7(clock.now())],
  ] as const)('nobody from %s', async (_name, refused, roomOf) => {
    const cem = await house.newcomer('Cem Celik');
    expect(await outcomeOf(cem.call('startDirectCall', { chatRoomId: await roomOf() }))).toBe(refused);
    expect(await occupation(cem)).toBe('free');
  });

  test('nobody from a closed chat, one between aliases, or across a block', async () => {
    const closed = await calling.friends();
    await calling.as(closed.bob, 'deleteChatRoomV2v2', { chatRoomId: closed.room });
    expect(await outcomeOf(closed.ann.call('startDirectCall', { chatRoomId: closed.room }))).toBe('room-closed');
    const { ann, bob } = await calling.friends();
    const pair = { type: 'mode3', a: ann.userId, b: bob.userId } as const;
    const hidden = await database.transaction((tx) => calling.chats.createRoom(tx, pair));
    const aliases = { a_alias: 'a'.repeat(22), b_alias: 'b'.repeat(22) };
    await database.read.updateTable('chats.room').set(aliases).where('id', '=', hidden).execute();
    expect(await outcomeOf(ann.call('startDirectCall', { chatRoomId: hidden }))).toBe('not-connected');
    const blocked = await calling.friends();
    await calling.as(blocked.bob, 'blockUser', { target: { type: 'user', id: blocked.ann.userId } });
    expect(await outcomeOf(blocked.ann.call('startDirectCall', { chatRoomId: blocked.room }))).toBe('room-closed');
  });

  test('nobody without a tab', async () => {
    const { ann, room } = await calling.friends();
    expect(await outcomeOf(ann.inTab(null).call('startDirectCall', { chatRoomId: room }))).toBe('bad-input');
  });
});

describe('what ends a chat ends its call', () => {
  test.each(['ringing', 'talking'] as const)(
    'a block, while %s: the other one reads a chat that was closed',
    async (stage) => {
      const call = await calling[stage]();
      await calling.as(call.bob, 'blockUser', { target: { type: 'user', id: call.ann.userId } });
      expect(lastDirect(call.ann)).toMatchObject({
        status: 'ended',
        endReason: 'closed',
        other: { name: 'Anonymous', thumb: null },
      });
      expect(lastDirect(call.bob)).toMatchObject({ endReason: 'blocked' });
      expect(await occupations(call)).toEqual(['free', 'free']);
      expect((await lines(call.ann, call.room)).map(({ type }) => type)).toEqual(['system']);
      expect((await call.ann.call('listCalls')).calls[0]).toMatchObject({ person: null, chatRoomId: null });
    },
  );

  test.each(['ringing', 'talking'] as const)('its closing, while %s', async (stage) => {
    const call = await calling[stage]();
    await calling.as(call.ann, 'deleteChatRoomV2v2', { chatRoomId: call.room });
    await house.node.deadlines.runDue();
    for (const each of [call.ann, call.bob]) expect(lastDirect(each)).toMatchObject({ endReason: 'closed' });
    expect(await occupations(call)).toEqual(['free', 'free']);
    expect((await call.ann.call('listCalls')).calls[0]).toMatchObject({
      person: { name: 'Bob Brown' },
      chatRoomId: null,
    });
  });

  test('a report, which reads like a hang-up', async () => {
    const call = await calling.talking();
    await calling.as(call.bob, 'reportUser', { target: { type: 'user', id: call.ann.userId }, reason: 'spam' });
    for (const each of [call.ann, call.bob]) expect(lastDirect(each)).toMatchObject({ endReason: 'hung-up' });
  });

  test('another chat of the two does not', async () => {
    const call = await calling.talking();
    const pair = { type: 'post', a: call.ann.userId, b: call.bob.userId } as const;
    const chatRoomId = await database.transaction((tx) => calling.chats.createRoom(tx, pair));
    await calling.as(call.ann, 'deleteChatRoomV2v2', { chatRoomId });
    await house.node.deadlines.runDue();
    expect(lastDirect(call.ann).status).toBe('accepted');
  });

  test('a chat of somebody else does not', async () => {
    const call = await calling.talking();
    const other = await calling.friends();
    await calling.as(other.ann, 'deleteChatRoomV2v2', { chatRoomId: other.room });
    await house.node.deadlines.runDue();
    expect(lastDirect(call.ann).status).toBe('accepted');
  });
});
