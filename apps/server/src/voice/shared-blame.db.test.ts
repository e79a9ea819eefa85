import { expect, test } from 'vitest';
import { GATHERED_OFFER, OFFER } from './media/recorded.ts';
import { openHouse, type Caller } from './testing/house.ts';

const { pass, newcomer, talking } = await openHouse();

/** Lets `times` strangers in turn send an offer that stays unanswered; passes a required check at once. */
async function beOffered(who: Caller, times: number): Promise<(string | undefined)[]> {
  const checks: (string | undefined)[] = [];
  for (let i = 0; i < times; i++) {
    const stranger = await newcomer(`Stranger ${i}`);
    await stranger.call('joinCallQueue');
    const joined = await who.call('joinCallQueue');
    if (!('callId' in joined)) throw new Error(`not matched: ${JSON.stringify(joined)}`);
    const { callId } = joined;
    for (const each of [stranger, who]) await each.call('startCallSession', { callId, callTopic: null });
    await stranger.call('createCallOffer', { callId, sdp: OFFER });
    await pass(8_000);
    const { queue } = await who.call('getCallState');
    const { queue: again } = queue ? { queue } : { queue: await who.call('joinCallQueue') };
    const check = again && 'check' in again ? again.check : null;
    checks.push(check?.kind);
    await stranger.call('leaveCallQueue');
    await who.call('leaveCallQueue');
    if (check?.kind !== 'required') continue;
    const { checkId } = await who.call('startConnectionCheck');
    await who.call('reportConnectionCheck', { checkId, outcome: 'passed' });
  }
  return checks;
}

test('who has talked and then gets 6 offers that no browser answers passes 3 checks and is never paused', async () => {
  const { callId, ann } = await talking();
  await pass(20_000);
  await ann.call('endCall', { callId });
  await ann.call('handleCallDecision', { callId, decision: 'dislike' }).catch(() => null);
  await pass(20_000);
  const none = undefined;
  expect(await beOffered(ann, 6)).toEqual([none, 'required', none, 'required', none, 'required']);
});

test('who has talked to nobody is paused by the 4th', async () => {
  expect(await beOffered(await newcomer('Silent'), 4)).toEqual([undefined, 'required', undefined, 'paused']);
});

test('who is put back owing a check is matched with nobody, though somebody waits', async () => {
  const caller = await newcomer('Caller');
  for (const name of ['First', 'Second']) {
    const silent = await newcomer(name);
    await caller.call('joinCallQueue');
    const joined = await silent.call('joinCallQueue');
    if (!('callId' in joined)) throw new Error(`not matched: ${JSON.stringify(joined)}`);
    const { callId } = joined;
    for (const each of [caller, silent]) await each.call('startCallSession', { callId, callTopic: null });
    await caller.call('createCallOffer', { callId, sdp: GATHERED_OFFER });
    const waiting = await newcomer(`Waits after ${name}`);
    if (name === 'Second') await waiting.call('joinCallQueue');
    await pass(8_000);
    if (name === 'First') await caller.call('leaveCallQueue');
  }
  expect(await caller.call('getCallState')).toMatchObject({
    kind: 'voice-queue',
    queue: { check: { kind: 'required' } },
  });
});
