import { describe, expect, test } from 'vitest';
import { lastCall } from '../testing/house.ts';
import { lastDirect, listed, openCalling, outcomeOf } from './testing/house.ts';

const calling = await openCalling();
const { house, occupations, lineOf, missed } = calling;
const { database, clock } = house;

describe('a call that rings', () => {
  test('occupies both from the first ring on, in all tabs of both, until 45 s have passed', async () => {
    const { ann, bob, room, callId } = await calling.ringing();
    expect(await occupations({ ann, bob })).toEqual(['direct', 'direct']);
    expect(lastDirect(bob)).toMatchObject({
      id: callId,
      version: 1,
      chatRoomId: room,
      callerId: ann.userId,
      receiverId: bob.userId,
      callerName: 'Ann Anderson',
      other: {
        userId: ann.userId,
        name: 'Ann Anderson',
      },
      status: 'calling',
      tab: null,
      createdAt: clock.now(),
      ringsUntil: clock.now() + 45e3,
      endedAt: null,
      durationSec: null,
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
      callId: call.callId,
      chatRoomId: call.room,
      callerId: call.ann.userId,
      receiverId: call.bob.userId,
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
    expect(lastDirect(bob).other.name).toBe('Ann Anderson');
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
    expect(lastDirect(lost.ann)).toMatchObject({ endReason: 'connection-lost', durationSec: 0 });
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

  test('tells the tab that talks that the other side is muted', async () => {
    const { ann, bob, callId } = await calling.talking();
    await ann.call('reportMediaStatus', { callId, muted: true });
    expect(lastCall(bob)).toMatchObject({ muted: { [lastCall(ann).you]: true }, otherPresence: 'here' });
    await ann.call('reportMediaStatus', { callId, muted: false });
    expect(lastCall(bob)).not.toHaveProperty('muted');
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
