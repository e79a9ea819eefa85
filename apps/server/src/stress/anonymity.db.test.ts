import { test } from 'vitest';
import { sizeOf } from '../testing/size.ts';
import { World } from '../testing/world.ts';
import { GATHERED_OFFER, GRANTED_CANDIDATES, UNGRANTED_CANDIDATES } from '../voice/media/recorded.ts';
import type { Recorded } from './testing/recorded.ts';
import { expectAnonymous, expectRevealed, secretPairs, type SecretPair } from './testing/secret-pairs.ts';

/** Each of the two tries everything that a call has; then it ends in one of these ways. */
const ENDINGS = ['dislike', 'no answer', 'leave', 'block', 'report', 'mutual like'] as const;
type Ending = (typeof ENDINGS)[number];
const CALLS = sizeOf({ small: 12, full: 1_000 });
const AT_ONCE = 12;
const CALL_SECONDS = 10;
const DECISION_SECONDS = 5;

const world = await World.start({
  settings: {
    CALL_SECONDS: `${CALL_SECONDS}`,
    DECISION_SECONDS: `${DECISION_SECONDS}`,
    CAN_DISLIKE_SECONDS: '0',
    MATCH_ACK_SECONDS: '600',
    TRUST_PROXY: 'true',
  },
});

type Pair = SecretPair<Ending>;

const own = (text: string, { host }: Recorded): string => text.replaceAll('192.0.2.2', host);

/** Everything two clients do, also those who send more than they should. */
async function talk({ id: callId, ann, bob }: Pair): Promise<void> {
  const both = [ann, bob];
  for (const one of both) await one.call('startCallSession', { callId, callTopic: 'Trains' });
  for (const one of both) {
    await one.call('getIceServers', { callId });
    for (const description of ['createCallOffer', 'acceptCallAnswer'] as const)
      await one.call(description, { callId, sdp: own(GATHERED_OFFER, one) });
    for (const candidate of [...GRANTED_CANDIDATES, ...UNGRANTED_CANDIDATES]) {
      const told = { candidate: own(candidate, one), sdpMid: '0', sdpMLineIndex: 0 };
      await one.call('addIceCandidate', { callId, candidate: told });
    }
    await one.call('reportMediaStatus', { callId, status: 'connected' });
  }
  for (const one of both) {
    for (const name of ['notifyDisconnect', 'notifyReconnect', 'leaveCall'] as const) await one.call(name, { callId });
    await lookAround(one);
    await one.call('reportMediaStatus', { callId, status: 'connected' });
    await one.call('reportMediaStatus', { callId, muted: true });
  }
}

async function lookAround(one: Recorded): Promise<void> {
  await one.call('getCallState');
  await one.call('sync', { since: null, rooms: [] });
  await one.call('listChatRooms', {});
  await one.call('listBlocks');
  await one.call('joinCallQueue');
}

async function finish({ id: callId, ann, bob, ending }: Pair): Promise<void> {
  const target = { type: 'call', id: callId };
  const like = (one: Recorded, decision = 'like') => one.call('handleCallDecision', { callId, decision });
  switch (ending) {
    case 'mutual like':
    case 'no answer':
      await like(ann);
      break;
    case 'dislike':
      await like(ann);
      await like(bob, 'dislike');
      break;
    case 'leave':
      await ann.call('leaveCall', { callId, comingBack: 'no' });
      break;
    case 'block':
      await ann.call('blockUser', { target, reason: null });
      break;
    case 'report':
      await ann.call('reportUser', { target, reason: 'other', text: 'Shouted.' });
      break;
    default:
      ending satisfies never;
  }
}

test(
  `whatever one side receives before a mutual like, frame or answer, tells nothing of the other (${CALLS} calls)`,
  { timeout: 1_800_000 },
  async () => {
    const mode = { sessions: 'voice.session', join: ['joinCallQueue'], endings: ENDINGS } as const;
    for await (const pairs of secretPairs(world, { ...mode, pairs: CALLS, atOnce: AT_ONCE })) {
      await Promise.all(pairs.map(talk));
      await world.advance(CALL_SECONDS * 1_000);
      for (const { id: callId, ann, bob } of pairs)
        for (const one of [ann, bob]) await one.call('enterDecisionWindow', { callId });
      await Promise.all(pairs.map(finish));
      const liked = pairs.filter(({ ending }) => ending === 'mutual like');
      for (const pair of liked) expectAnonymous(pair);
      for (const { bob, id: callId } of liked) await bob.call('handleCallDecision', { callId, decision: 'like' });
      await world.advance(DECISION_SECONDS * 1_000);
      for (const pair of pairs) {
        await Promise.all([pair.ann, pair.bob].map(lookAround));
        if (pair.ending !== 'mutual like') expectAnonymous(pair);
        else expectRevealed(pair);
      }
    }
  },
);
