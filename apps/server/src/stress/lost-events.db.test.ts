import { createClient, type Client } from '@yonder/client';
import type { CallView } from '@yonder/contract';
import { afterAll, expect, test, vi } from 'vitest';
import { opaqueToken } from '../platform/ids.ts';
import { createManualClock, type ManualClock } from '../testing/manual-clock.ts';
import type { Person } from '../testing/person.ts';
import { World } from '../testing/world.ts';

const world = await World.start({ settings: { MATCH_ACK_SECONDS: '600' } });
const stops: (() => void)[] = [];
afterAll(() => stops.forEach((stop) => stop()));

/** A page that believes what it is told, and asks `sync` when its client says so. */
interface Page {
  tab: Client;
  time: ManualClock;
  call: CallView | null;
  connections: number;
  catchingUp: Promise<void>;
}

/** deaf: it waits for events, and asks for nothing. */
async function open({ token }: Person, chance: number, ears: 'asking' | 'deaf' = 'asking'): Promise<Page> {
  const time = createManualClock(world.clock.now());
  const tab = createClient({
    baseUrl: world.url,
    tabId: opaqueToken(12),
    getToken: token,
    clock: {
      ...time,
      random: () => chance,
    },
    catchUp: () => (page.catchingUp = ears === 'asking' ? catchUp() : Promise.resolve()),
  });
  const page: Page = { tab, time, call: null, connections: 0, catchingUp: Promise.resolve() };
  async function catchUp(): Promise<void> {
    const { call } = await tab.call('sync', { since: null, rooms: [] });
    if (call) see(call);
    else page.call = null;
  }
  const see = (call: CallView): void => {
    if (page.call?.callId !== call.callId || page.call.version < call.version) page.call = call;
  };
  tab.live.on('call.matched', see);
  tab.live.on('call.updated', see);
  stops.push(tab.live.status.subscribe(() => tab.live.status.get() === 'online' && (page.connections += 1)));
  stops.push(tab.live.start());
  await expect.poll(() => tab.live.status.get()).toBe('online');
  return page;
}

/** The server believes that it tells, the sockets stay up, and nothing arrives. */
function dropEvents(): void {
  const { live } = world.app.platform;
  const dropped = vi.spyOn(live, 'tell').mockImplementation(() => {});
  stops.push(() => dropped.mockRestore());
}

/** Second by second; what is asked is answered at once. */
async function pass(pages: readonly Page[], ms: number): Promise<void> {
  for (const page of pages) {
    for (let passed = 0; passed < ms; passed += 1_000) {
      await page.time.advance(1_000);
      await page.catchingUp;
    }
  }
}

test.each([
  [0, 'soonest'],
  [1, 'latest'],
])(
  'no event arrives while the socket stays up: both know of the match and of its end within 35,000 ms, and a page that does not ask never does (chance %d: %s)',
  async (chance) => {
    const [ann, bob] = await Promise.all([open(world.ann, chance), open(world.bob, chance)]);
    const both = [ann, bob];
    const deaf = await open(world.bob, chance, 'deaf');
    dropEvents();

    await ann.tab.call('joinCallQueue');
    const joined = await bob.tab.call('joinCallQueue');
    if (!('callId' in joined)) throw new Error('two who wait alone are matched');
    const { callId } = joined;
    await pass([...both, deaf], 35_000);
    expect([...both, deaf].map(({ call }) => call?.callId)).toEqual([callId, callId, undefined]);

    for (const { tab } of both) await tab.call('startCallSession', { callId });
    for (const { tab } of both) await tab.call('reportMediaStatus', { callId, status: 'connected' });
    await pass(both, 35_000);
    expect(both.map(({ call }) => call?.status)).toEqual(['active', 'active']);

    await bob.tab.call('leaveCall', { callId, comingBack: 'no' });
    await pass(both, 35_000);
    expect(both.map(({ call }) => call?.status)).toEqual([undefined, undefined]);
    expect(both.map(({ connections }) => connections)).toEqual([1, 1]);
    stops.splice(0).forEach((stop) => stop());
  },
);
