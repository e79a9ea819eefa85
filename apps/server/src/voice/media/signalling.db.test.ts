import type { InputDraft, LiveEvent, Signal } from '@yonder/contract';
import { beforeEach, describe, expect, test } from 'vitest';
import { openHouse, type Caller, type Pair } from '../testing/house.ts';
import { filterDescription } from './description.ts';
import { FIREFOX_OFFER, GATHERED_OFFER, GRANTED_CANDIDATES, OFFER } from './recorded.ts';
import type { CallRelay } from './relays.ts';

const relayed = await openHouse();
const direct = await openHouse({ directCalls: { stunUrls: [] } });

function signalsIn({ heard }: Caller): Signal[] {
  return heard.flatMap((event: LiveEvent) => (event.name === 'call.signal' ? [event.data] : []));
}

const relayCandidate = { candidate: GRANTED_CANDIDATES[2], sdpMid: '0', sdpMLineIndex: 0 };
const hostCandidate = { candidate: GRANTED_CANDIDATES[0], sdpMid: '0', sdpMLineIndex: 0 };

const NO_CHECKS: Pick<CallRelay, 'openCheck' | 'lookAtCheck' | 'closeCheck'> = {
  openCheck() {
    throw new Error('no check is part of these tests');
  },
  lookAtCheck: async () => 'unknown',
  closeCheck() {},
};

let pair: Pair;
beforeEach(async () => {
  pair = await relayed.talking();
});

describe('between the two tabs of a call', () => {
  test('an offer, an answer and candidates arrive, by alias', async () => {
    const { callId, ann, bob } = pair;
    await ann.call('createCallOffer', { callId, sdp: OFFER });
    await bob.call('acceptCallAnswer', { callId, sdp: FIREFOX_OFFER });
    await ann.call('addIceCandidate', { callId, candidate: relayCandidate });
    await bob.call('addIceCandidate', { callId, candidate: { candidate: '' } });
    const [you = '', other = ''] = (await ann.call('getCallState')).call?.participants ?? [];
    expect(signalsIn(bob)).toMatchObject([
      { kind: 'offer', callId, from: you },
      { kind: 'candidate', callId, from: you },
    ]);
    expect(signalsIn(ann)).toMatchObject([
      { kind: 'answer', callId, from: other },
      { kind: 'candidate', callId, from: other, candidate: { candidate: '' } },
    ]);
  });

  test('nothing but the relay’s address arrives, in offers, answers and candidates', async () => {
    const { callId, ann, bob } = pair;
    await ann.call('createCallOffer', { callId, sdp: GATHERED_OFFER });
    await ann.call('addIceCandidate', { callId, candidate: hostCandidate });
    await bob.call('acceptCallAnswer', { callId, sdp: GATHERED_OFFER });
    const arrived = JSON.stringify([...signalsIn(bob), ...signalsIn(ann)]);
    expect(signalsIn(bob)).toHaveLength(1);
    for (const secret of ['192.0.2.2', 'fd00::2', '203.0.113.9', '.local']) expect(arrived).not.toContain(secret);
    expect(arrived).toContain('198.51.100.7');
  });

  test('it works in every live state, and goes on after a mutual like', async () => {
    const { callId, ann, bob } = pair;
    const offer = () => ann.call('createCallOffer', { callId, sdp: OFFER });
    await offer();
    await relayed.pass(300_000);
    await offer();
    for (const each of [ann, bob]) await each.call('handleCallDecision', { callId, decision: 'like' });
    await offer();
    expect(signalsIn(bob)).toHaveLength(3);
  });

  test('a signal that no socket took is refused as retryable, so that the sender repeats it', async () => {
    const { callId, ann, bob } = pair;
    bob.online(false);
    const refused = ann.call('createCallOffer', { callId, sdp: OFFER });
    await expect(refused).rejects.toMatchObject({ reason: 'other-side-unreachable', code: 'unavailable' });
    bob.online(true);
    await ann.call('createCallOffer', { callId, sdp: OFFER });
    expect(signalsIn(bob)).toHaveLength(1);
  });

  test('after "Continue here" signals go to the new tab alone', async () => {
    const { callId, ann, bob } = pair;
    await bob.inTab('another-tab').call('startCallSession', { callId });
    await expect(ann.call('createCallOffer', { callId, sdp: OFFER })).rejects.toMatchObject({ code: 'unavailable' });
    bob.inTab('another-tab').online(true);
    await ann.call('createCallOffer', { callId, sdp: OFFER });
    expect(signalsIn(bob)).toHaveLength(1);
  });
});

describe('before the other side has acknowledged', () => {
  test('signals arrive in the tab that asked for the place', async () => {
    const { callId, ann, bob } = await relayed.matched();
    await ann.call('startCallSession', { callId });
    await ann.call('createCallOffer', { callId, sdp: OFFER });
    await ann.call('addIceCandidate', { callId, candidate: relayCandidate });
    expect(signalsIn(bob).map(({ kind }) => kind)).toEqual(['offer', 'candidate']);
  });

  test('the first offer may come along with one’s own acknowledgement, and arrives as any other', async () => {
    const { callId, ann, bob } = await relayed.matched();
    const { call } = await ann.call('startCallSession', { callId, offer: GATHERED_OFFER });
    expect(signalsIn(bob)).toMatchObject([{ kind: 'offer', callId, from: call.you }]);
    const arrived = JSON.stringify(signalsIn(bob));
    for (const secret of ['192.0.2.2', 'fd00::2', '203.0.113.9', '.local']) expect(arrived).not.toContain(secret);
    expect(arrived).toContain('198.51.100.7');
  });

  test('it arrives when the relay knows the call, whose permissions it leads to', async () => {
    let arrived: (() => number) | null = null;
    const before: (number | undefined)[] = [];
    const house = await openHouse({
      relay: {
        ...NO_CHECKS,
        follow: () => void before.push(arrived?.()),
        settled: async () => true,
        iceServer: () => ({ urls: [] }),
      },
    });
    const { callId, ann, bob } = await house.matched();
    arrived = () => signalsIn(bob).length;
    await ann.call('startCallSession', { callId, offer: OFFER });
    expect(before).toEqual([0]);
    expect(arrived()).toBe(1);
  });

  test('an offer that may not pass is left out; the acknowledgement counts', async () => {
    const { callId, ann, bob } = await relayed.matched();
    await ann.call('startCallSession', { callId, offer: OFFER.replace('m=audio', 'm=video') });
    const { call } = await bob.call('startCallSession', { callId, offer: OFFER });
    expect(call.tab).toBe(bob.tab);
    expect([...signalsIn(ann), ...signalsIn(bob)]).toEqual([]);
  });

  test('no offer of a third person, or of a call that is over, comes along with anything', async () => {
    const { callId, ann, bob } = await relayed.matched();
    const cem = await relayed.newcomer('Cem Cetin');
    const foreign = cem.call('startCallSession', { callId, offer: OFFER });
    await expect(foreign).rejects.toMatchObject({ reason: 'call-not-found' });
    await bob.call('endCall', { callId });
    const late = ann.call('startCallSession', { callId, offer: OFFER });
    await expect(late).rejects.toMatchObject({ reason: 'call-over' });
    expect([...signalsIn(ann), ...signalsIn(bob), ...signalsIn(cem)]).toEqual([]);
  });
});

describe('nothing is delivered', () => {
  const NOBODY = '00000000-0000-7000-8000-000000000000';
  const FAR = '0190aaaa-0000-7000-8000-00000000000';
  const send = (from: Caller, callId: string) =>
    Promise.allSettled([
      from.call('createCallOffer', { callId, sdp: OFFER }),
      from.call('acceptCallAnswer', { callId, sdp: OFFER }),
      from.call('addIceCandidate', { callId, candidate: relayCandidate }),
    ]);
  const reasons = (answers: PromiseSettledResult<null>[]): string[] =>
    answers.map((answer) => (answer.status === 'rejected' ? String(answer.reason.reason) : 'delivered'));

  async function deliveredTo(...people: Caller[]): Promise<number> {
    return people.reduce((sum, each) => sum + signalsIn(each).length, 0);
  }

  test('for a third person, and they learn nothing from the refusal', async () => {
    const cem = await relayed.newcomer('Cem Cetin');
    const other = await relayed.talking();
    for (const from of [cem, other.ann, other.bob]) {
      const forThis = reasons(await send(from, pair.callId));
      expect(forThis).toEqual(reasons(await send(from, NOBODY)));
      expect(new Set(forThis)).toEqual(new Set(['call-not-found']));
    }
    expect(await deliveredTo(pair.ann, pair.bob, cem, other.ann, other.bob)).toBe(0);
  });

  test('for forged ids', async () => {
    for (let i = 0; i < 10; i++) await send(pair.ann, `${FAR}${i}`);
    expect(await deliveredTo(pair.ann, pair.bob)).toBe(0);
  });

  test('from a tab that does not carry the call, or none', async () => {
    for (const from of [pair.ann.inTab('another-tab'), pair.ann.inTab(null)]) {
      expect(new Set(reasons(await send(from, pair.callId)))).toEqual(new Set(['call-in-another-tab']));
    }
    expect(await deliveredTo(pair.bob)).toBe(0);
  });

  test('from one who has not acknowledged', async () => {
    const { callId, ann, bob } = await relayed.matched();
    await bob.call('startCallSession', { callId });
    expect(new Set(reasons(await send(ann, callId)))).toEqual(new Set(['call-in-another-tab']));
    expect(await deliveredTo(bob)).toBe(0);
  });

  test('to a tab that did not ask for the place, while nobody there has acknowledged', async () => {
    const { callId, ann, bob } = await relayed.matched();
    await ann.call('startCallSession', { callId });
    bob.online(false);
    bob.inTab('another-tab').online(true);
    const refused = ann.call('createCallOffer', { callId, sdp: OFFER });
    await expect(refused).rejects.toMatchObject({ reason: 'other-side-unreachable' });
    expect(await deliveredTo(bob)).toBe(0);
  });

  test.each([
    [
      'completed',
      async ({ callId, ann }: Pair) => void (await ann.call('handleCallDecision', { callId, decision: 'dislike' })),
    ],
    [
      'ended after a mutual like',
      async ({ callId, ann, bob }: Pair) => {
        for (const each of [ann, bob]) await each.call('handleCallDecision', { callId, decision: 'like' });
        await ann.call('endCall', { callId });
      },
    ],
  ])('in a call that is %s', async (_name, end) => {
    await relayed.pass(300_000);
    await end(pair);
    for (const from of [pair.ann, pair.bob]) {
      expect(new Set(reasons(await send(from, pair.callId)))).toEqual(new Set(['call-over']));
    }
    expect(await deliveredTo(pair.ann, pair.bob)).toBe(0);
  });

  test('out of turn: participants[0] offers, the other answers', async () => {
    const { callId, ann, bob } = pair;
    await expect(bob.call('createCallOffer', { callId, sdp: OFFER })).rejects.toMatchObject({
      reason: 'not-your-turn',
    });
    await expect(ann.call('acceptCallAnswer', { callId, sdp: OFFER })).rejects.toMatchObject({
      reason: 'not-your-turn',
    });
    expect(await deliveredTo(ann, bob)).toBe(0);
  });

  test.each<[string, InputDraft<'addIceCandidate'>['candidate']]>([
    ['no candidate', { candidate: 'hello' }],
    ['an address as mid', { ...relayCandidate, sdpMid: '192.0.2.2' }],
  ])('that is malformed: %s', async (_name, candidate) => {
    const { callId, ann, bob } = pair;
    await expect(ann.call('addIceCandidate', { callId, candidate })).rejects.toMatchObject({ reason: 'bad-candidate' });
    const video = OFFER.replace('m=audio', 'm=video');
    await expect(ann.call('createCallOffer', { callId, sdp: video })).rejects.toMatchObject({
      reason: 'bad-candidate',
    });
    expect(await deliveredTo(bob)).toBe(0);
  });
});

describe('how much one side may pass to the other', () => {
  /** An offer of this length, padded with lines that the filter drops. */
  const offerOf = (length: number): string => `${OFFER}${'a=x:y\r\n'.repeat(1_000)}`.slice(0, length - 2) + '\r\n';
  const long = (length: number): string => {
    const line = 'a=ssrc:1 cname:x\r\n';
    return OFFER + line.repeat(Math.floor((length - OFFER.length) / line.length));
  };

  test('a description of 8,192 characters is the longest', async () => {
    const { callId, ann } = pair;
    await expect(ann.call('createCallOffer', { callId, sdp: offerOf(8_193) })).rejects.toThrow();
    expect(FIREFOX_OFFER.length).toBeLessThan(8_192 / 2);
    expect(GATHERED_OFFER.length).toBeLessThan(8_192 / 2);
  });

  test('of 100 long offers those that make 64 KB pass, then 32 KB a minute; the other side’s own still pass', async () => {
    const { callId, ann, bob } = await relayed.talking();
    const sdp = long(7_500);
    const size = filterDescription(sdp, 'relayed')!.length;
    const offer = () => ann.call('createCallOffer', { callId, sdp }).catch((error: unknown) => error);
    const passed = async (count: number) => {
      const answers = [];
      for (let i = 0; i < count; i++) answers.push(await offer());
      expect(answers.at(-1)).toMatchObject({ reason: 'too-many-requests', retryAfter: 10 });
      return answers.filter((answer) => answer === null).length;
    };
    expect(await passed(100)).toBe(Math.floor(65_536 / size));
    await bob.call('acceptCallAnswer', { callId, sdp: OFFER });
    await relayed.pass(60_000);
    expect(await passed(100)).toBeGreaterThanOrEqual(Math.floor(32_768 / size));
    expect(signalsIn(bob).length).toBeLessThan(16);
  });

  test('forty candidates, an offer and two restarts pass at once', async () => {
    const { callId, ann } = await relayed.talking();
    for (let restart = 0; restart < 3; restart++) {
      await ann.call('createCallOffer', { callId, sdp: GATHERED_OFFER });
      for (let i = 0; i < 40; i++) await ann.call('addIceCandidate', { callId, candidate: relayCandidate });
    }
  });
});

test('nothing of a signal is stored', async () => {
  const { callId, ann } = pair;
  await ann.call('startCallSession', { callId, offer: GATHERED_OFFER });
  await ann.call('createCallOffer', { callId, sdp: GATHERED_OFFER });
  await ann.call('addIceCandidate', { callId, candidate: relayCandidate });
  const { read } = relayed.database;
  const rows = [
    await read.selectFrom('voice.session').selectAll().where('id', '=', callId).execute(),
    await read.selectFrom('platform.answered_request').selectAll().where('user_id', '=', ann.userId).execute(),
  ];
  for (const secret of ['srhV', '198.51.100.7', '192.0.2.2']) expect(JSON.stringify(rows)).not.toContain(secret);
});

test('a direct call passes candidates as they are', async () => {
  const { callId, ann, bob } = await direct.talking();
  await ann.call('addIceCandidate', { callId, candidate: hostCandidate });
  expect(signalsIn(bob)).toMatchObject([{ candidate: hostCandidate }]);
});

describe('getIceServers', () => {
  test('in a call: credentials under a name of a person’s day, for 10 minutes', async () => {
    const { callId, ann } = pair;
    const { iceServers, iceTransportPolicy, expiresAt } = await ann.call('getIceServers', { callId });
    expect(iceTransportPolicy).toBe('relay');
    expect(expiresAt).toBe(relayed.clock.now() + 600_000);
    expect(iceServers[0]?.username).toMatch(new RegExp(`^${Math.floor((expiresAt ?? 0) / 1_000)}:[\\w-]{22}$`));
    expect(JSON.stringify(iceServers)).not.toContain(ann.userId);
  });

  test('300 times, before a call, waiting for one and in two calls: one name, which the other side never hears', async () => {
    const names = new Set<string | undefined>();
    const ask = async ({ call }: Caller, input: { callId?: string } = {}): Promise<void> => {
      const [server] = (await call('getIceServers', input)).iceServers;
      names.add(server?.username?.split(':')[1]);
    };
    const cem = await relayed.newcomer('Cem Cetin');
    for (let i = 0; i < 300; i++) await ask(cem);
    await cem.call('joinCallQueue');
    await ask(cem);
    await cem.call('leaveCallQueue');
    const { callId, ann, bob } = await relayed.talking();
    expect(names.size).toBe(1);
    await ask(ann, { callId });
    await ann.call('createCallOffer', { callId, sdp: GATHERED_OFFER });
    await ann.call('addIceCandidate', { callId, candidate: relayCandidate });
    expect(names.size).toBe(2);
    const told = JSON.stringify([bob.heard, await bob.call('getCallState')]);
    for (const name of names) expect(told).not.toContain(name);
  });

  test('in a call: none but of that call', async () => {
    await expect(pair.ann.call('getIceServers', {})).rejects.toMatchObject({ reason: 'call-not-found' });
  });

  test('only once what the relay was told counts, in a call and while waiting', async () => {
    const told: string[] = [];
    const house = await openHouse({
      relay: {
        ...NO_CHECKS,
        follow: () => void told.push('follow'),
        async settled() {
          await Promise.resolve();
          told.push('settled');
          return true;
        },
        iceServer() {
          told.push('iceServer');
          return { urls: [] };
        },
      },
    });
    const { callId, ann } = await house.matched();
    await ann.call('getIceServers', { callId });
    expect(told).toEqual(['follow', 'settled', 'iceServer']);
    const cem = await house.newcomer('Cem Cetin');
    await cem.call('joinCallQueue');
    told.length = 0;
    await cem.call('getIceServers', {});
    expect(told).toEqual(['settled', 'iceServer']);
  });

  test('none as long as the relay has not heard of the call: to be asked for again', async () => {
    let answers = false;
    const relay = { ...NO_CHECKS, follow() {}, settled: async () => answers, iceServer: () => ({ urls: [] }) };
    const house = await openHouse({ relay });
    const { callId, ann } = await house.matched();
    const cem = await house.newcomer('Cem Cetin');
    const busy = { reason: 'busy', code: 'unavailable' };
    await expect(ann.call('getIceServers', { callId })).rejects.toMatchObject(busy);
    await expect(cem.call('getIceServers', {})).rejects.toMatchObject(busy);
    answers = true;
    for (const calling of [ann.call('getIceServers', { callId }), cem.call('getIceServers', {})]) {
      expect(await calling).toMatchObject({ iceServers: [{ urls: [] }] });
    }
  });

  test('after the call: none', async () => {
    const { callId, ann } = pair;
    await relayed.pass(6_000);
    for (let i = 0; i < 2; i++) await ann.call('endCall', { callId });
    await expect(ann.call('getIceServers', { callId })).rejects.toMatchObject({ reason: 'call-over' });
  });
});
