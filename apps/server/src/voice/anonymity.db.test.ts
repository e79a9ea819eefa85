import type { CallView } from '@yonder/contract';
import { expect, test } from 'vitest';
import { sizeOf } from '../testing/size.ts';
import { GATHERED_OFFER, GRANTED_CANDIDATES, UNGRANTED_CANDIDATES } from './media/recorded.ts';
import { openHouse, type Caller, type Pair } from './testing/house.ts';

const CALLS = sizeOf({ small: 8, full: 1_000 });
/** Every word is too long to occur in a random id by chance. */
const NAMES = ['Annemarie Anderson', 'Bartholomew Browning'] as const;
const house = await openHouse();
const { database } = house;

/** Keeps every answer and event of the user, as text. */
function listening(caller: Caller): Caller & { received(): string } {
  const answers: unknown[] = [];
  const call: Caller['call'] = async (name, draft) => {
    const answer = await caller.call(name, draft).catch((error: Error) => error.message as never);
    answers.push(answer);
    return answer;
  };
  return { ...caller, call, received: () => JSON.stringify([answers, caller.heard]) };
}

/** Everything that would reveal the user's identity or location. */
async function secretsOf({ userId, tab }: Caller): Promise<string[]> {
  const one = database.read
    .selectFrom('voice.session')
    .where((row) => row.or([row('a', '=', userId), row('b', '=', userId)]));
  const session = await one.selectAll().executeTakeFirstOrThrow();
  const isA = session.a === userId;
  const name = NAMES[isA ? 0 : 1].split(' ');
  const network = ['192.0.2.', 'fd00::2', '203.0.113.9', '.local', 'network-id'];
  return [
    userId,
    tab,
    isA ? session.a_ticket : session.b_ticket,
    ...name,
    ...network,
    'photos/',
    'TW-TPE',
    'lastActive',
  ];
}

/** Everything two clients do, also clients that send too much. */
async function live({ callId, ann, bob }: Pair): Promise<void> {
  await ann.call('startCallSession', { callId, callTopic: 'Write to ann@example.org' });
  await bob.call('startCallSession', { callId, callTopic: 'Trains' });
  for (const each of [ann, bob]) {
    await each.call('getIceServers', { callId });
    await each.call('createCallOffer', { callId, sdp: GATHERED_OFFER });
    await each.call('acceptCallAnswer', { callId, sdp: GATHERED_OFFER });
    for (const candidate of [...GRANTED_CANDIDATES, ...UNGRANTED_CANDIDATES]) {
      await each.call('addIceCandidate', { callId, candidate: { candidate, sdpMid: '0', sdpMLineIndex: 0 } });
    }
    await each.call('reportMediaStatus', { callId, status: 'connected' });
  }
  for (const each of [ann, bob]) {
    await each.call('notifyDisconnect', { callId });
    await each.call('notifyReconnect', { callId });
    await each.call('leaveCall', { callId });
    await each.call('getCallState');
    await each.call('reportMediaStatus', { callId, status: 'connected' });
    await each.inTab('another-tab').call('startCallSession', { callId });
    await each.call('startCallSession', { callId });
    await each.call('reportMediaStatus', { callId, status: 'connected' });
    await each.call('reportMediaStatus', { callId, muted: true });
  }
  await house.pass(300_000);
  for (const each of [ann, bob]) await each.call('enterDecisionWindow', { callId });
}

async function anonymousPair() {
  const pair = await house.matched(NAMES);
  return { callId: pair.callId, ann: listening(pair.ann), bob: listening(pair.bob) };
}

async function expectAnonymous({ ann, bob }: Awaited<ReturnType<typeof anonymousPair>>): Promise<void> {
  for (const [me, other] of [
    [ann, bob],
    [bob, ann],
  ] as const) {
    const received = me.received();
    expect(received.length).toBeGreaterThan(5_000);
    for (const secret of await secretsOf(other)) {
      // A user may know their own tab and what they sent.
      expect(received.includes(secret), `${secret} in what the other side received`).toBe(false);
    }
  }
}

test(
  `nothing either side receives before the mutual like tells who the other is (${CALLS} calls)`,
  { timeout: 600_000 },
  async () => {
    for (let i = 0; i < CALLS; i++) {
      const pair = await anonymousPair();
      await live(pair);
      const { bob, ann, callId } = pair;
      await ann.call('handleCallDecision', { callId, decision: 'like' });
      await bob.call('getCallState');
      await expectAnonymous(pair);
      await bob.call('handleCallDecision', { callId, decision: i % 2 === 0 ? 'like' : 'dislike' });
      if (i % 2 === 0) expect(ann.received()).toContain(bob.userId);
      else await expectAnonymous(pair);
      await ann.call('endCall', { callId });
    }
  },
);

test('a like that waits for its answer leaves no trace on the other side: no event, no version, no field', async () => {
  const { callId, ann, bob } = await house.deciding();
  const stateOf = async (who: Caller): Promise<CallView | null> => (await who.call('getCallState')).call;
  const [before, heard] = [await stateOf(bob), bob.heard.length];
  await ann.call('handleCallDecision', { callId, decision: 'like' });
  expect(await stateOf(bob)).toEqual(before);
  expect(bob.heard).toHaveLength(heard);
  await ann.call('leaveCall', { callId });
  expect((await stateOf(bob))?.version).toBe((before?.version ?? 0) + 1);
  await bob.call('handleCallDecision', { callId, decision: 'like' });
  expect(await stateOf(bob)).toMatchObject({ status: 'mutual-like', version: (before?.version ?? 0) + 3 });
});
