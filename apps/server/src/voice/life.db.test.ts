import { DEFAULT_TOPIC } from '@yonder/contract';
import { afterEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { lastCall, openHouse, type Caller, type Pair } from './testing/house.ts';
import { GRANTED_CANDIDATES, OFFER } from './media/recorded.ts';
import { decide, openScenes } from './testing/scenes.ts';

const { house, occupation, freeAll } = await openScenes();
const { database } = house;

afterEach(freeAll);

async function opportunities({ userId }: Caller): Promise<number> {
  const profile = database.read.selectFrom('profiles.profile').where('user_id', '=', userId);
  return (await profile.select('comment_opportunities').executeTakeFirstOrThrow()).comment_opportunities;
}

function parted({ ann, bob }: Pair): Promise<unknown> {
  const [low = '', high = ''] = [ann.userId, bob.userId].toSorted();
  const known = database.read.selectFrom('engagement.recent_partner').where('low', '=', low).where('high', '=', high);
  return known.select('until').executeTakeFirst();
}

/** Sends the signals to connect, from ann, which offers, or from both. */
async function signal({ callId, ann, bob }: Pair, from: 'ann' | 'both'): Promise<void> {
  const candidate = { candidate: GRANTED_CANDIDATES[2], sdpMid: '0', sdpMLineIndex: 0 };
  await ann.call('createCallOffer', { callId, sdp: OFFER });
  await ann.call('addIceCandidate', { callId, candidate });
  if (from === 'ann') return;
  await bob.call('acceptCallAnswer', { callId, sdp: OFFER });
  await bob.call('addIceCandidate', { callId, candidate });
}

describe('a call from match to end', () => {
  test('both acknowledge, connect, like: profiles, one room, the bonus, then End', async () => {
    const pair = await house.matched();
    const { callId, ann, bob } = pair;
    expect(lastCall(ann)).toMatchObject({ callId, status: 'connecting', tab: null, startedAt: null });
    expect(lastCall(ann).participants).toEqual([lastCall(ann).you, lastCall(ann).other]);
    expect(lastCall(bob).participants).toEqual([lastCall(bob).other, lastCall(bob).you]);

    const first = await ann.call('startCallSession', { callId, callTopic: ' Night   trains ' });
    expect(first).toMatchObject({ decisionPhaseAt: null, call: { tab: ann.tab } });
    await bob.call('startCallSession', { callId });
    expect(Object.values(lastCall(bob).topics).toSorted()).toEqual(['Night trains', DEFAULT_TOPIC]);

    await ann.call('reportMediaStatus', { callId, status: 'connected' });
    expect(lastCall(bob)).toMatchObject({ status: 'connecting', decisionPhaseAt: null });
    const { decisionPhaseAt } = await bob.call('reportMediaStatus', { callId, status: 'connected' });
    expect(decisionPhaseAt).toBe(house.clock.now() + 300_000);

    await house.pass(300_000);
    const { decisionEndsAt } = await ann.call('enterDecisionWindow', { callId });
    expect(decisionEndsAt).toBe(house.clock.now() + 15_000);
    expect(await decide(pair, 'ann', 'like')).toMatchObject({ result: 'pending', message: null });
    expect(await decide(pair, 'ann', 'dislike')).toMatchObject({
      result: 'already_decided',
      message: 'Decision already submitted.',
    });
    const result = await decide(pair, 'bob', 'like');
    expect(result).toMatchObject({ result: 'mutual-like', call: { partner: { name: 'Ann Anderson' } } });
    const { chatRoomId } = result.call;
    expect(lastCall(ann)).toMatchObject({
      status: 'mutual-like',
      chatRoomId,
      partner: { name: 'Bob Brown', userId: bob.userId },
    });
    const rooms = database.read.selectFrom('chats.room').where('a', 'in', [ann.userId, bob.userId]).select('id');
    expect(await rooms.execute()).toEqual([{ id: chatRoomId }]);
    expect([await opportunities(ann), await opportunities(bob)]).toEqual([13, 13]);
    expect(await occupation(ann)).toBe('voice');

    await house.pass(3_600_000);
    expect(await ann.call('endCall', { callId })).toMatchObject({ triggeredDecision: false, call: { endedBy: 'you' } });
    expect(lastCall(bob)).toMatchObject({ status: 'ended', endReason: 'other-left', endedBy: 'other', chatRoomId });
    expect([await occupation(ann), await occupation(bob)]).toEqual(['free', 'free']);
    expect(await parted(pair)).toEqual({ until: new Date(house.clock.now() + 86_400_000) });
  });

  test('a dislike ends it at once: both are free, the other side reads who it was', async () => {
    const pair = await house.deciding();
    expect(await decide(pair, 'bob', 'dislike')).toMatchObject({ result: 'no-match', call: { dislikedBy: 'you' } });
    expect(lastCall(pair.ann)).toMatchObject({
      status: 'completed',
      dislikedBy: 'other',
      endReason: 'no-match',
      partner: null,
    });
    expect(await decide(pair, 'ann', 'like')).toMatchObject({ result: 'no-match' });
    expect([await occupation(pair.ann), await occupation(pair.bob)]).toEqual(['free', 'free']);
    expect(await opportunities(pair.ann)).toBe(13);
    expect(await parted(pair)).toBeDefined();
  });

  test('nobody decides: no match at 15,000 ms, not at 14,999, and no bonus', async () => {
    const pair = await house.deciding();
    await house.pass(14_999);
    expect(lastCall(pair.ann).status).toBe('deciding');
    await house.pass(1);
    expect(lastCall(pair.ann)).toMatchObject({ status: 'completed', dislikedBy: 'both' });
    await expect(decide(pair, 'ann', 'like')).rejects.toMatchObject({ reason: 'decision-late' });
    expect(await opportunities(pair.ann)).toBe(10);
  });

  test('the bonus is granted once a local date', async () => {
    const pair = await house.deciding();
    await database.read
      .updateTable('profiles.profile')
      .set({ last_comment_grant_date: '2026-12-31' })
      .where('user_id', '=', pair.ann.userId)
      .execute();
    await decide(pair, 'ann', 'dislike');
    expect([await opportunities(pair.ann), await opportunities(pair.bob)]).toEqual([10, 13]);
  });

  test('End is refused at 4,999 ms, at 5,000 it begins the decision, in the decision it is a dislike', async () => {
    const { callId, ann, bob } = await house.talking();
    await house.pass(4_999);
    await expect(ann.call('endCall', { callId })).rejects.toMatchObject({ reason: 'too-early-to-end' });
    await house.pass(1);
    expect(await ann.call('endCall', { callId })).toMatchObject({
      triggeredDecision: true,
      call: { status: 'deciding', decisionPhaseAt: house.clock.now(), decisionEndsAt: house.clock.now() + 15_000 },
    });
    expect(await bob.call('endCall', { callId })).toMatchObject({
      triggeredDecision: false,
      call: { dislikedBy: 'you' },
    });
    expect(await ann.call('endCall', { callId })).toMatchObject({
      triggeredDecision: false,
      call: { dislikedBy: 'other' },
    });
  });

  test('the window cannot be entered before its time', async () => {
    const { callId, ann } = await house.talking();
    await house.jump(299_999);
    await expect(ann.call('enterDecisionWindow', { callId })).rejects.toMatchObject({ reason: 'not-yet-decision' });
    await expect(ann.call('handleCallDecision', { callId, decision: 'like' })).rejects.toMatchObject({
      reason: 'not-yet-decision',
    });
    await house.jump(1);
    const { decisionEndsAt } = await ann.call('enterDecisionWindow', { callId });
    expect(decisionEndsAt).toBe(house.clock.now() + 15_000);
  });
});

describe('a match that does not become a call', () => {
  test('one is silent for 5,000 ms: the willing one waits again with the same place, the silent one is out', async () => {
    const { callId, ann, bob } = await house.matched();
    await house.pass(4_999);
    await bob.call('startCallSession', { callId });
    const before = await house.node.engagements.find(database.read, bob.userId);
    await house.pass(1);
    expect(lastCall(bob)).toMatchObject({ status: 'ended', endReason: 'other-left', endedBy: 'other' });
    expect([await occupation(ann), await occupation(bob)]).toEqual(['free', 'voice-queue']);
    const after = await house.node.engagements.find(database.read, bob.userId);
    expect(after).toMatchObject({ ticket: before?.ticket, place: before?.place, since: before?.since });
    await expect(ann.call('startCallSession', { callId })).rejects.toMatchObject({ reason: 'call-over' });
  });

  test('the willing one is in front of whoever came later', async () => {
    const pair = await house.matched();
    await pair.ann.call('startCallSession', { callId: pair.callId });
    const cem = await house.newcomer('Cem Cetin');
    expect(await cem.call('joinCallQueue')).toMatchObject({ position: 1 });
    await pair.bob.call('endCall', { callId: pair.callId });
    await house.node.queue.idle();
    expect(lastCall(pair.ann)).toMatchObject({ status: 'connecting' });
    expect(lastCall(pair.ann).participants[0]).toBe(lastCall(pair.ann).you);
    expect(lastCall(cem).callId).toBe(lastCall(pair.ann).callId);
  });

  test('Cancel works before, between and after the acknowledgements', async () => {
    for (const acknowledgers of [[], ['ann'], ['bob'], ['ann', 'bob']] as const) {
      const pair = await house.matched();
      for (const who of acknowledgers) await pair[who].call('startCallSession', { callId: pair.callId });
      const { call } = await pair.ann.call('endCall', { callId: pair.callId });
      expect(call).toMatchObject({ status: 'ended', endReason: 'declined-match', endedBy: 'you' });
      expect([await occupation(pair.ann), await occupation(pair.bob)]).toEqual(['free', 'voice-queue']);
      expect(await parted(pair)).toEqual({ until: new Date(house.clock.now() + 600_000) });
      await pair.bob.call('leaveCallQueue');
    }
  });

  test('not both connected in 20,000 ms: over, both come back in front of everybody, and not together', async () => {
    const pair = await house.matched();
    const { callId, ann, bob } = pair;
    for (const each of [ann, bob]) await each.call('startCallSession', { callId });
    await signal(pair, 'both');
    await ann.call('reportMediaStatus', { callId, status: 'connected' });
    await house.pass(19_999);
    expect(lastCall(ann).status).toBe('connecting');
    await house.pass(1);
    expect(lastCall(bob)).toMatchObject({ status: 'ended', endReason: 'connection-failed', endedBy: null });
    expect([await occupation(ann), await occupation(bob)]).toEqual(['free', 'free']);
    expect(await parted(pair)).toEqual({ until: new Date(house.clock.now() + 600_000) });
    expect(await opportunities(ann)).toBe(10);

    expect(await bob.call('joinCallQueue')).toMatchObject({ position: 1 });
    expect(await ann.call('joinCallQueue')).toMatchObject({ position: 1, totalInQueue: 2 });
    const cem = await house.newcomer('Cem Cetin');
    await cem.call('joinCallQueue');
    expect(lastCall(cem).callId).toBe(lastCall(ann).callId);
    await cem.call('endCall', { callId: lastCall(cem).callId });
    for (const each of [ann, bob]) await each.call('leaveCallQueue');
  });

  test('nothing to connect with from one side in 8,000 ms: it is out and keeps its place, the other one is in front', async () => {
    const pair = await house.matched();
    const { callId, ann, bob } = pair;
    for (const each of [ann, bob]) await each.call('startCallSession', { callId });
    await signal(pair, 'ann');
    await house.pass(7_999);
    expect(lastCall(ann).status).toBe('connecting');
    await house.pass(1);
    expect(lastCall(bob)).toMatchObject({ status: 'ended', endReason: 'connection-failed', endedBy: 'you' });
    expect(lastCall(ann)).toMatchObject({ status: 'ended', endReason: 'other-left', endedBy: 'other' });
    expect([await occupation(ann), await occupation(bob)]).toEqual(['voice-queue', 'free']);
    await ann.call('leaveCallQueue');
  });

  test('not connected where two try the product out: they search again and meet again at once', async () => {
    const tried = await openHouse({ limits: readConfig({}).limits });
    const { callId, ann, bob } = await tried.matched();
    for (const each of [ann, bob]) await each.call('startCallSession', { callId });
    await signal({ callId, ann, bob }, 'both');
    await tried.pass(20_000);
    expect(lastCall(bob)).toMatchObject({ status: 'ended', endReason: 'connection-failed' });
    await ann.call('joinCallQueue');
    expect(await bob.call('joinCallQueue')).toMatchObject({ callId: expect.any(String) });
    expect(lastCall(ann).callId).toBe(lastCall(bob).callId);
    expect(lastCall(ann).callId).not.toBe(callId);
  });

  test('an offer that comes at 7,000 ms leaves 6,000 ms for what answers it', async () => {
    const pair = await house.matched();
    const { callId, ann, bob } = pair;
    for (const each of [ann, bob]) await each.call('startCallSession', { callId });
    await house.pass(7_000);
    await signal(pair, 'ann');
    await house.pass(5_999);
    expect(lastCall(bob).status).toBe('connecting');
    await house.pass(1);
    expect(lastCall(bob)).toMatchObject({ status: 'ended', endedBy: 'you' });
    await ann.call('leaveCallQueue');
  });
});

describe('safety', () => {
  const end = ({ callId }: Pair, by: Caller, reason: 'blocked' | 'reported') =>
    database.transaction((tx) => house.node.voice.endCall(tx, { callId, by: by.userId, reason }));
  const hold = (one: Caller, other: Caller) =>
    database.transaction((tx) => house.node.voice.holdBetween(tx, { one: one.userId, other: other.userId }));

  test.each(['matched', 'talking', 'deciding'] as const)(
    'report and leave works at once in a call that is %s',
    async (how) => {
      const pair = await house[how]();
      await end(pair, pair.bob, 'reported');
      expect(lastCall(pair.bob)).toMatchObject({ status: 'ended', endReason: 'reported', endedBy: 'you' });
      expect(lastCall(pair.ann)).toMatchObject({ status: 'ended', endReason: 'other-left', endedBy: 'other' });
      expect(await occupation(pair.bob)).toBe('free');
      expect(await occupation(pair.ann)).toBe(how === 'matched' ? 'voice-queue' : 'free');
      expect(await parted(pair)).toBeDefined();
    },
  );

  test('the call between two is found from either side, and with nobody else', async () => {
    const pair = await house.talking();
    const others = await house.talking();
    const { callId, ann, bob } = pair;
    expect(await hold(ann, bob)).toEqual({ callId, alias: lastCall(ann).other });
    expect(await hold(bob, ann)).toEqual({ callId, alias: lastCall(bob).other });
    expect(await hold(ann, others.bob)).toBeUndefined();
    await end(pair, ann, 'blocked');
    expect(await hold(ann, bob)).toBeUndefined();
    expect(lastCall(others.ann).status).toBe('active');
    const { version } = lastCall(ann);
    await end(pair, ann, 'blocked');
    expect(lastCall(ann).version).toBe(version);
  });

  test('a call points at the other person: by alias until it has revealed them, and at nobody for a third person', async () => {
    const pair = await house.deciding();
    const resolve = (me: Caller) =>
      database.transaction((tx) => house.node.voice.resolveCall(tx, { me: me.userId, callId: pair.callId }));
    const { other } = lastCall(pair.ann);
    expect(await resolve(pair.ann)).toMatchObject({
      userId: pair.bob.userId,
      alias: other,
      evidence: { reportedAlias: other },
    });
    const cem = await house.newcomer('Cem Cetin');
    expect(await resolve(cem)).toBeUndefined();
    await decide(pair, 'ann', 'like');
    await decide(pair, 'bob', 'like');
    expect(await resolve(pair.ann)).toMatchObject({ userId: pair.bob.userId, alias: null });
  });
});

describe('whoever is not in the call', () => {
  test('finds no call, whatever they ask, whether it exists or not', async () => {
    const { callId } = await house.talking();
    const cem = await house.newcomer('Cem Cetin');
    for (const id of [callId, '00000000-0000-7000-8000-000000000000']) {
      const inCall = { callId: id };
      const answers = await Promise.allSettled([
        cem.call('startCallSession', inCall),
        cem.call('handleCallDecision', { ...inCall, decision: 'like' }),
        cem.call('enterDecisionWindow', inCall),
        cem.call('endCall', inCall),
        cem.call('leaveCall', inCall),
        cem.call('notifyDisconnect', inCall),
        cem.call('notifyReconnect', inCall),
        cem.call('reportMediaStatus', { ...inCall, status: 'connected' }),
        cem.call('getIceServers', inCall),
      ]);
      const refused = { status: 'rejected', reason: { reason: 'call-not-found' } };
      expect(answers).toMatchObject(answers.map(() => refused));
    }
    expect(await cem.call('getCallState')).toEqual({
      kind: 'idle',
      queue: null,
      call: null,
      directCall: null,
      textMatch: null,
    });
  });
});

test('getCallState tells of the queue, and looking without coming back revives nothing', async () => {
  const cem = await house.newcomer('Cem Cetin');
  await cem.call('joinCallQueue');
  expect(await cem.call('getCallState')).toMatchObject({ kind: 'voice-queue', queue: { position: 1 }, call: null });
  await cem.call('leaveCallQueue');
  const { callId, ann } = await house.talking();
  await ann.call('leaveCall', { callId });
  expect(await house.node.voice.look(database.read, ann.userId)).toMatchObject({ kind: 'voice', call: { callId } });
  await house.pass(10_000);
  expect(await house.node.voice.look(database.read, ann.userId)).toEqual({
    kind: 'idle',
    queue: null,
    call: null,
    directCall: null,
    textMatch: null,
  });
});

test('getCallState finds a place that this process has not heard of yet, on its own connection', async () => {
  const cem = await house.newcomer('Cem Cetin');
  await cem.call('joinCallQueue');
  await house.restart();
  const asked = await Promise.all(Array.from({ length: 40 }, () => cem.call('getCallState')));
  for (const state of asked) expect(state).toMatchObject({ kind: 'voice-queue', queue: { position: 1 } });
});

test('who waits is counted, on all nodes', async () => {
  const waiting = async (): Promise<number> =>
    Number(/^yonder_voice_queue_length (\d+)$/m.exec(await house.node.metrics.text())?.[1]);
  const cem = await house.newcomer('Cem Cetin');
  await cem.call('joinCallQueue');
  expect(await waiting()).toBe(1);
  await cem.call('leaveCallQueue');
  expect(await waiting()).toBe(0);
});

test('outcomes, live calls and the time to connect are counted', async () => {
  // Ends matches that other tests left unacknowledged.
  await house.pass(5_000);
  const { callId, ann } = await house.talking();
  const before = await house.node.metrics.text();
  await house.pass(6_000);
  await ann.call('endCall', { callId });
  await ann.call('endCall', { callId });
  const live = (text: string): number => Number(/^yonder_voice_calls_live (\d+)$/m.exec(text)?.[1]);
  const noMatches = (text: string): number =>
    Number(/yonder_voice_calls_total\{outcome="no-match"\} (\d+)/.exec(text)?.[1] ?? 0);
  const after = await house.node.metrics.text();
  expect(live(after)).toBe(live(before) - 1);
  expect(noMatches(after)).toBe(noMatches(before) + 1);
  expect(after).toMatch(/yonder_voice_connect_seconds_count [1-9]/);
});
