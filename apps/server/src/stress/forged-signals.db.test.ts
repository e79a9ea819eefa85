import { randomUUID } from 'node:crypto';
import type { CallableName } from '@yonder/contract';
import { expect, test } from 'vitest';
import { openCast, type Member } from '../access/testing/cast.ts';
import { listen } from '../access/testing/listening.ts';
import { openScene, type Scene } from '../access/testing/scene.ts';
import { openHttp } from '../testing/doors.ts';
import { sizeOf } from '../testing/size.ts';
import { World } from '../testing/world.ts';
import { GATHERED_OFFER, GRANTED_CANDIDATES } from '../voice/media/recorded.ts';

const SIGNALS = sizeOf({ small: 300, full: 10_000 });
/** Of one call and one third person, so that no rate limit refuses what shall be refused for itself. */
const OF_A_CALL = 100;

const world = await World.start({ settings: { REMATCH_SECONDS: '0', MATCH_ACK_SECONDS: '600' } });
const cast = await openCast(world);

const candidate = { candidate: GRANTED_CANDIDATES[2], sdpMid: '0', sdpMLineIndex: 0 };
const DRAFTS: readonly [CallableName, object][] = [
  ['createCallOffer', { sdp: GATHERED_OFFER }],
  ['acceptCallAnswer', { sdp: GATHERED_OFFER }],
  ['addIceCandidate', { candidate }],
];

interface Stage {
  scene: Scene;
  callId: string;
  over: string;
  third: Member;
}

/** Who sends what they may not, in turn. */
const FORGERIES: readonly ((stage: Stage) => { from: Pick<Member, 'send'>; callId: string })[] = [
  ({ third, callId }) => ({ from: third, callId }),
  ({ third }) => ({ from: third, callId: randomUUID() }),
  ({ scene }) => ({ from: scene.owner, callId: randomUUID() }),
  ({ scene, over }) => ({ from: scene.participant, callId: over }),
  ({ scene, callId }) => ({ from: anotherTabOf(scene.owner), callId }),
];

function anotherTabOf({ accessToken }: Member): Pick<Member, 'send'> {
  return openHttp({ url: world.url, accessToken, tabId: `tab-${randomUUID()}` });
}

async function openStage(): Promise<Stage> {
  const scene = await openScene(world, cast);
  const { callId: over } = await scene.call();
  await scene.owner.call('leaveCall', { callId: over, comingBack: 'no' });
  for (const one of [scene.owner, scene.participant]) await one.call('leaveCallQueue');
  // A pair that failed to connect is not made again for 10 minutes.
  await world.database.read.deleteFrom('engagement.recent_partner').execute();
  const { callId } = await scene.call();
  return { scene, callId, over, third: await cast.member() };
}

test(
  `of ${SIGNALS} signals by third persons, of forged and ended calls and from other tabs none is delivered`,
  { timeout: 30_000 + 60 * SIGNALS },
  async () => {
    const refusals: number[] = [];
    for (let sent = 0; sent < SIGNALS; sent += OF_A_CALL) {
      const stage = await openStage();
      const { scene, callId } = stage;
      const listeners = await Promise.all([scene.owner, scene.participant].map((who) => listen(world, who)));
      for (let i = 0; i < OF_A_CALL; i++) {
        const { from, callId: named } = FORGERIES[i % FORGERIES.length]!(stage);
        const [name, draft] = DRAFTS[i % DRAFTS.length]!;
        refusals.push((await from.send(name, { ...draft, callId: named })).status);
      }
      await Promise.all(listeners.map(({ door }) => door.send('getCallState')));
      expect(listeners.filter(({ heard }) => heard.has('call.signal'))).toEqual([]);
      // A signal that is none of these is heard.
      await scene.owner.call('createCallOffer', { callId, sdp: GATHERED_OFFER });
      await expect.poll(() => listeners.filter(({ heard }) => heard.has('call.signal')).length).toBe(1);
      for (const { door } of listeners) door.close();
    }
    expect(refusals.filter((status) => status < 400 || status >= 429)).toEqual([]);
    expect(refusals).toHaveLength(SIGNALS);
  },
);
