import { afterEach, describe, expect, test } from 'vitest';
import { lastCall, type Caller, type Pair } from './testing/house.ts';
import { decide, openScenes } from './testing/scenes.ts';

const { house, occupation, freeAll } = await openScenes();

afterEach(freeAll);

/** A call after a mutual like. */
async function liked(): Promise<Pair> {
  const pair = await house.deciding();
  for (const who of ['ann', 'bob'] as const) await decide(pair, who, 'like');
  return pair;
}

describe('a muted side', () => {
  test('reads so on the other one, through trouble, a reload and a restart, until it speaks again', async () => {
    const { callId, ann, bob } = await house.talking();
    const { you } = lastCall(ann);
    const report = (muted: boolean) => ann.call('reportMediaStatus', { callId, muted });
    expect(lastCall(bob)).not.toHaveProperty('muted');
    await report(true);
    const muted = { muted: { [you]: true, [lastCall(bob).you]: false } };
    expect(lastCall(bob)).toMatchObject({ ...muted, otherPresence: 'here', mediaStatus: { [you]: 'connected' } });
    const told = bob.heard.length;
    await report(true);
    expect(bob.heard).toHaveLength(told);
    await ann.call('notifyDisconnect', { callId });
    await report(true);
    expect(lastCall(bob)).toMatchObject({ ...muted, otherPresence: 'reconnecting' });
    await ann.call('leaveCall', { callId });
    await house.restart();
    expect(await ann.call('getCallState')).toMatchObject({ call: muted });
    await ann.call('reportMediaStatus', { callId, status: 'connected' });
    expect(lastCall(bob)).toMatchObject({ ...muted, otherPresence: 'here' });
    await report(false);
    expect(lastCall(bob)).not.toHaveProperty('muted');
    const refused = ann.inTab('another-tab').call('reportMediaStatus', { callId, muted: true });
    await expect(refused).rejects.toMatchObject({ reason: 'call-in-another-tab' });
  });

  test('is forgotten with the call', async () => {
    const { callId, ann } = await house.talking();
    await ann.call('reportMediaStatus', { callId, muted: true });
    await ann.call('leaveCall', { callId, comingBack: 'no' });
    const kept = house.database.read.selectFrom('voice.session').where('id', '=', callId);
    expect(await kept.select(['a_muted', 'b_muted']).execute()).toEqual([{ a_muted: false, b_muted: false }]);
  });
});

describe('a tab that goes away', () => {
  test('it comes back at 9,999 ms into the running call', async () => {
    const { callId, ann, bob } = await house.talking();
    await ann.call('leaveCall', { callId });
    expect(lastCall(bob)).toMatchObject({ otherPresence: 'away', status: 'active' });
    await house.pass(9_999);
    const state = await ann.call('getCallState');
    expect(state).toMatchObject({ kind: 'voice', queue: null, call: { callId, status: 'active', tab: ann.tab } });
    expect(lastCall(bob)).toMatchObject({
      otherPresence: 'reconnecting',
      mediaStatus: { [lastCall(ann).you]: 'connecting' },
    });
    await house.pass(29_999);
    await ann.call('reportMediaStatus', { callId, status: 'connected' });
    await house.pass(60_000);
    expect(lastCall(bob)).toMatchObject({ status: 'active', otherPresence: 'here' });
  });

  test('it comes back without its audio: the call waits 30,000 ms for that', async () => {
    const { callId, ann, bob } = await house.talking();
    await ann.call('leaveCall', { callId });
    await ann.call('getCallState');
    await house.pass(29_999);
    expect(lastCall(bob).status).toBe('active');
    await house.pass(1);
    expect(lastCall(bob)).toMatchObject({ status: 'ended', endReason: 'connection-lost', endedBy: null });
  });

  test('at 10,000 ms the call is over for both', async () => {
    const { callId, ann, bob } = await house.talking();
    await ann.call('leaveCall', { callId });
    await house.pass(10_000);
    expect(lastCall(bob)).toMatchObject({ status: 'ended', endReason: 'other-left', endedBy: 'other' });
    expect(await ann.call('getCallState')).toEqual({
      kind: 'idle',
      queue: null,
      call: null,
      directCall: null,
      textMatch: null,
    });
    expect([await occupation(ann), await occupation(bob)]).toEqual(['free', 'free']);
  });

  test('at 10,000 ms it is too late also before anybody has looked', async () => {
    const { callId, ann, bob } = await house.talking();
    await ann.call('leaveCall', { callId });
    await house.jump(10_000);
    expect(await ann.call('getCallState')).toEqual({
      kind: 'idle',
      queue: null,
      call: null,
      directCall: null,
      textMatch: null,
    });
    expect(lastCall(bob)).toMatchObject({ endReason: 'other-left' });
  });

  test('it comes back into an open decision window', async () => {
    const pair = await house.deciding();
    await decide(pair, 'bob', 'like');
    await pair.ann.call('leaveCall', { callId: pair.callId });
    await house.pass(5_000);
    const { call } = await pair.ann.call('getCallState');
    expect(call).toMatchObject({ status: 'deciding', decisionEndsAt: house.clock.now() + 10_000, yourDecision: null });
    expect(await decide(pair, 'ann', 'like')).toMatchObject({ result: 'mutual-like' });
  });

  test('another tab of the same person revives nothing, and its closing takes nothing away', async () => {
    const { callId, ann, bob } = await house.talking();
    const second = ann.inTab('another-tab');
    await second.call('leaveCall', { callId });
    expect(lastCall(bob).otherPresence).toBe('here');
    await ann.call('leaveCall', { callId });
    expect(await second.call('getCallState')).toMatchObject({ kind: 'voice', call: { tab: ann.tab } });
    await house.pass(10_000);
    expect(lastCall(bob)).toMatchObject({ endReason: 'other-left' });
  });

  test('"Continue here" moves the call to the other tab; the first one then speaks for nobody', async () => {
    const { callId, ann, bob } = await house.talking();
    const second = ann.inTab('another-tab');
    const media = { callId, status: 'connected' } as const;
    await expect(second.call('reportMediaStatus', media)).rejects.toMatchObject({ reason: 'call-in-another-tab' });
    expect(await second.call('startCallSession', { callId })).toMatchObject({
      call: { tab: 'another-tab', status: 'active' },
    });
    await expect(ann.call('notifyDisconnect', { callId })).rejects.toMatchObject({ reason: 'call-in-another-tab' });
    await ann.call('leaveCall', { callId });
    await second.call('reportMediaStatus', media);
    await house.pass(60_000);
    expect(lastCall(bob)).toMatchObject({ status: 'active', otherPresence: 'here' });
  });

  test('whoever names no tab cannot carry a call', async () => {
    const { callId, ann } = await house.matched();
    await expect(ann.inTab(null).call('startCallSession', { callId })).rejects.toMatchObject({ reason: 'bad-input' });
  });

  test.each([
    ['notifyDisconnect', {}],
    ['notifyReconnect', {}],
    ['reportMediaStatus', { status: 'connected' }],
    ['reportMediaStatus', { muted: true }],
  ] as const)(
    'of a match that no tab has acknowledged, a caller without one says nothing: %s %o',
    async (name, input) => {
      const { callId, ann } = await house.matched();
      const said = ann.inTab(null).call(name, { callId, ...input });
      await expect(said).rejects.toMatchObject({ reason: 'call-in-another-tab' });
    },
  );

  test.each(['maybe', 'no'] as const)(
    'a caller without a tab leaves no match and no call for it (coming back: %s)',
    async (comingBack) => {
      const { callId, ann, bob } = await house.matched();
      await ann.inTab(null).call('leaveCall', { callId, comingBack });
      expect([await occupation(ann), await occupation(bob)]).toEqual(['voice', 'voice']);
      const talking = await house.talking();
      await talking.ann.inTab(null).call('leaveCall', { callId: talking.callId, comingBack });
      await house.pass(10_000);
      expect(lastCall(talking.bob)).toMatchObject({ status: 'active', otherPresence: 'here' });
    },
  );
});

describe('who leaves for good', () => {
  const leave = (who: Caller, callId: string) => who.call('leaveCall', { callId, comingBack: 'no' });

  test.each(['talking', 'deciding'] as const)('ends a call that is %s at once, for both', async (how) => {
    const { callId, ann, bob } = await house[how]();
    await leave(ann, callId);
    expect(lastCall(bob)).toMatchObject({ status: 'ended', endReason: 'other-left', endedBy: 'other' });
    expect([await occupation(ann), await occupation(bob)]).toEqual(['free', 'free']);
    await leave(ann, callId);
  });

  test('gives back the match that has not begun, also before acknowledging it', async () => {
    for (const acknowledges of [true, false]) {
      const { callId, ann, bob } = await house.matched();
      if (acknowledges) await ann.call('startCallSession', { callId });
      await leave(ann, callId);
      expect([await occupation(ann), await occupation(bob)]).toEqual(['free', 'voice-queue']);
    }
  });

  test('does so from the tab that carries the call alone', async () => {
    const { callId, ann, bob } = await house.talking();
    await leave(ann.inTab('another-tab'), callId);
    expect(lastCall(bob)).toMatchObject({ status: 'active', otherPresence: 'here' });
  });
});

describe('a line that breaks', () => {
  test('it reconnects at 29,999 ms', async () => {
    const { callId, ann, bob } = await house.talking();
    await ann.call('notifyDisconnect', { callId });
    expect(lastCall(bob).otherPresence).toBe('reconnecting');
    await house.pass(29_999);
    await ann.call('notifyReconnect', { callId });
    expect(lastCall(bob).otherPresence).toBe('here');
    await house.pass(60_000);
    expect(lastCall(bob).status).toBe('active');
  });

  test('at 30,000 ms the call is over for both, by nobody', async () => {
    const { callId, ann, bob } = await house.talking();
    await ann.call('notifyDisconnect', { callId });
    await house.pass(30_000);
    for (const each of [ann, bob]) {
      expect(lastCall(each)).toMatchObject({ status: 'ended', endReason: 'connection-lost', endedBy: null });
    }
  });

  test('a second break within the first does not buy time', async () => {
    const { callId, ann, bob } = await house.talking();
    await ann.call('notifyDisconnect', { callId });
    await house.pass(20_000);
    await ann.call('notifyDisconnect', { callId });
    await house.pass(10_000);
    expect(lastCall(bob).endReason).toBe('connection-lost');
  });

  test('two who like each other and vanish without a word are free after 60,000 ms', async () => {
    const { callId, ann, bob } = await liked();
    for (const each of [ann, bob]) each.online(false);
    await house.pass(59_999);
    expect(lastCall(bob).status).toBe('mutual-like');
    await house.pass(1);
    expect(lastCall(bob)).toMatchObject({ callId, status: 'ended', endReason: 'connection-lost', endedBy: null });
    expect([await occupation(ann), await occupation(bob)]).toEqual(['free', 'free']);
  });

  test('one of the two, seen by a socket or by a question now and then, keeps their call', async () => {
    const { ann, bob } = await liked();
    ann.online(false);
    await house.pass(600_000);
    bob.online(false);
    for (let i = 0; i < 10; i++) {
      await house.pass(50_000);
      await bob.call('getCallState');
    }
    expect(lastCall(bob).status).toBe('mutual-like');
    await ann.call('endCall', { callId: lastCall(ann).callId });
  });

  test('nobody is missed for the time in which no server ran', async () => {
    const { ann, bob } = await liked();
    for (const each of [ann, bob]) each.online(false);
    await house.jump(600_000);
    await house.restart();
    await house.pass(59_999);
    expect(lastCall(bob).status).toBe('mutual-like');
    await ann.call('getCallState');
    await house.pass(59_999);
    expect(lastCall(bob).status).toBe('mutual-like');
    await house.pass(1);
    expect(lastCall(bob).status).toBe('ended');
  });

  test('a lost socket alone ends nothing', async () => {
    const { ann, bob } = await house.talking();
    ann.online(false);
    await house.pass(120_000);
    expect(lastCall(bob).status).toBe('active');
  });
});
