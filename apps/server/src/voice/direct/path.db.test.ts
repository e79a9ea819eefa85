import { expect, test } from 'vitest';
import { GATHERED_OFFER, GRANTED_CANDIDATES } from '../media/recorded.ts';
import type { Caller } from '../testing/house.ts';
import { openCalling, type Friends, type Ringing } from './testing/house.ts';

const calling = await openCalling();
const { house, profiles } = calling;

async function prefer({ userId }: Caller, relayCalls: boolean): Promise<void> {
  await house.database.transaction((tx) => profiles.updatePreferences(tx, userId, { relayCalls }));
}

/** Two users with the relay switched off. */
async function undaunted(): Promise<Friends> {
  const friends = await calling.friends();
  for (const each of [friends.ann, friends.bob]) await prefer(each, false);
  return friends;
}

async function answer({ bob, callId }: Ringing): Promise<void> {
  await bob.call('acceptDirectCall', { callId });
}

async function policies({ ann, bob, callId }: Ringing): Promise<string[]> {
  const asked = [ann, bob].map((each) => each.call('getIceServers', { callId }));
  return (await Promise.all(asked)).map(({ iceTransportPolicy }) => iceTransportPolicy);
}

/** Whether a network address of ann's reaches bob, by an offer and by a candidate. */
async function learnt({ ann, bob, callId }: Ringing): Promise<boolean[]> {
  const before = bob.heard.length;
  await ann.call('createCallOffer', { callId, sdp: GATHERED_OFFER });
  await ann.call('addIceCandidate', {
    callId,
    candidate: { candidate: GRANTED_CANDIDATES[0], sdpMid: '0', sdpMLineIndex: 0 },
  });
  const signals = bob.heard.slice(before).flatMap((event) => (event.name === 'call.signal' ? [event.data] : []));
  return ['offer', 'candidate'].map((kind) =>
    JSON.stringify(signals.filter((signal) => signal.kind === kind)).includes('192.0.2.2'),
  );
}

test('both have switched the relay off: the call goes directly', async () => {
  const call = await calling.ringing(await undaunted());
  expect(await policies(call)).toEqual(['all', 'all']);
  await answer(call);
  expect(await policies(call)).toEqual(['all', 'all']);
  expect(await learnt(call)).toEqual([true, true]);
});

test.each(['ann', 'bob', 'neither'] as const)('%s alone has switched it off: the call is relayed', async (who) => {
  const friends = await calling.friends();
  if (who !== 'neither') await prefer(friends[who], false);
  const call = await calling.ringing(friends);
  await answer(call);
  expect(await policies(call)).toEqual(['relay', 'relay']);
  expect(await learnt(call)).toEqual([false, false]);
});

test.each([
  ['ringing', false],
  ['talking', false],
  ['ringing', true],
  ['talking', true],
] as const)(
  'changed while %s (relayCalls: %s): this call goes on as it began, the next one follows',
  async (stage, relayCalls) => {
    const friends = relayCalls ? await undaunted() : await calling.friends();
    const call = await calling.ringing(friends);
    const before = await policies(call);
    if (stage === 'talking') await answer(call);
    for (const each of [call.ann, call.bob]) await prefer(each, relayCalls);
    if (stage === 'ringing') await answer(call);
    await house.restart();
    expect(await policies(call)).toEqual(before);
    expect(await learnt(call)).toEqual([relayCalls, relayCalls]);
    await call.ann.call('endDirectCall', { callId: call.callId });
    const policy = relayCalls ? 'relay' : 'all';
    expect(await policies(await calling.ringing(friends))).toEqual([policy, policy]);
  },
);

test('while it rings nothing reaches who is called', async () => {
  const { ann, bob, callId } = await calling.ringing();
  await ann.call('startCallSession', { callId, offer: GATHERED_OFFER });
  const refused = ann.call('createCallOffer', { callId, sdp: GATHERED_OFFER });
  await expect(refused).rejects.toMatchObject({ reason: 'other-side-unreachable' });
  expect(bob.heard.filter(({ name }) => name === 'call.signal')).toEqual([]);
});

test('strangers are relayed to their end, whatever the two have set, also once they like each other', async () => {
  const pair = await house.matched();
  for (const each of [pair.ann, pair.bob]) await prefer(each, false);
  const call = { ...pair, room: '' };
  for (const each of [pair.ann, pair.bob])
    await each.call('startCallSession', { callId: pair.callId, callTopic: null });
  for (const each of [pair.ann, pair.bob])
    await each.call('reportMediaStatus', { callId: pair.callId, status: 'connected' });
  expect(await policies(call)).toEqual(['relay', 'relay']);
  await house.pass(300_000);
  for (const each of [pair.ann, pair.bob])
    await each.call('handleCallDecision', { callId: pair.callId, decision: 'like' });
  expect(await policies(call)).toEqual(['relay', 'relay']);
  expect(await learnt(call)).toEqual([false, false]);
});
