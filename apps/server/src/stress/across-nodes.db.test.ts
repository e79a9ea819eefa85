import { randomUUID } from 'node:crypto';
import type { Client } from '@yonder/client';
import type { CallView, EventData, EventName, Output } from '@yonder/contract';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../platform/postgres/open.ts';
import { freshDatabase } from '../testing/database.ts';
import { HAS_NATS, startNatsServer } from '../testing/nats-server.ts';
import { onboard, signUp, type Person } from '../testing/person.ts';
import { notRun } from '../testing/not-run.ts';
import { MIGRATIONS } from '../testing/postgres.ts';
import { createChance } from '../testing/mutations.ts';
import { isFull, report, seedOf, sizeOf } from '../testing/size.ts';
import { FIREFOX_OFFER, OFFER } from '../voice/media/recorded.ts';
import { checkSettled, enterAll, makeCrowd, patiently, storm } from './testing/crowd.ts';
import { startServer, type ServerProcess } from './testing/server-process.ts';

const PEOPLE = sizeOf({ small: 60, full: 1_000 });
const SEED = seedOf();

if (!HAS_NATS) notRun('across three nodes', 'there is no nats-server here');

/** Three servers on one database, with NATS between them; who is together is on different ones. */
describe.skipIf(!HAS_NATS)('across three nodes', { timeout: 60_000 }, async () => {
  if (!HAS_NATS) return;
  const { url: databaseUrl, log } = await freshDatabase();
  const { database, clock, close } = await openDatabase({ databaseUrl, migrations: MIGRATIONS, log, onDeath() {} });
  afterAll(close);
  const nats = await startNatsServer();
  afterAll(nats.kill);
  const settings = { BUS_URL: nats.url, MATCH_ACK_SECONDS: '600', REMATCH_SECONDS: '0' };
  const nodes = await Promise.all([1, 2, 3].map(() => startServer({ databaseUrl, settings })));
  afterAll(() => Promise.all(nodes.map((node) => node.kill())));
  const [first, second, third] = nodes as [ServerProcess, ServerProcess, ServerProcess];
  const stops: (() => void)[] = [];

  afterEach(async () => {
    stops.splice(0).forEach((stop) => stop());
    await database.read.deleteFrom('engagement.engagement').execute();
    await database.read.deleteFrom('voice.session').execute();
  });

  /** They renew their bearer at that node. */
  async function person(name: string, { url } = first): Promise<Person> {
    const somebody = await signUp({ url, database }, name);
    await onboard(somebody);
    return somebody;
  }

  /** A page of theirs on that node, which keeps the newest it knows of their call. */
  interface Page {
    tab: Client;
    call: CallView | null;
    told: { [Name in EventName]?: EventData<Name>[] };
    gaps: number;
    join(): Promise<void>;
  }

  /** deaf: told of a gap it asks for nothing. */
  async function open(who: Person, { url: baseUrl }: ServerProcess, ears: 'asking' | 'deaf' = 'asking'): Promise<Page> {
    const tab = who.tab({ baseUrl, ...(ears === 'asking' && { catchUp: () => catchUp() }) });
    const page: Page = { tab, call: null, told: {}, gaps: 0, join };
    const see = (call: CallView): void => {
      if (page.call?.callId !== call.callId || page.call.version < call.version) page.call = call;
    };
    async function join(): Promise<void> {
      const joined = await patiently(() => tab.call('joinCallQueue'));
      if ('callId' in joined) see(joined.call);
    }
    async function catchUp(): Promise<void> {
      const { call } = await tab.call('sync', { since: null, rooms: [] });
      if (call) see(call);
      else page.call = null;
    }
    tab.live.on('call.matched', see);
    tab.live.on('call.updated', see);
    tab.live.on('gap', () => (page.gaps += 1));
    for (const name of ['call.signal', 'message.created', 'notification.created', 'textMatch.updated'] as const) {
      tab.live.on(name, (data) => void ((page.told[name] ??= []) as unknown[]).push(data));
    }
    stops.push(tab.live.start());
    await expect.poll(() => tab.live.status.get()).toBe('online');
    return page;
  }

  async function pair(): Promise<[Page, Page]> {
    const [ann, bob] = [await open(await person('Ann'), second), await open(await person('Bob'), third)];
    return [ann, bob];
  }

  async function matched(ann: Page, bob: Page): Promise<string> {
    await ann.join();
    await bob.join();
    await expect.poll(() => [ann, bob].map(({ call }) => call?.status)).toEqual(['connecting', 'connecting']);
    return ann.call!.callId;
  }

  async function talking(ann: Page, bob: Page): Promise<string> {
    const callId = await matched(ann, bob);
    for (const { tab } of [ann, bob]) await tab.call('startCallSession', { callId });
    for (const { tab } of [ann, bob]) await tab.call('reportMediaStatus', { callId, status: 'connected' });
    await expect.poll(() => [ann, bob].map(({ call }) => call?.status)).toEqual(['active', 'active']);
    return callId;
  }

  test('two on different nodes are matched, told so and signal to each other; who is gone cannot be reached', async () => {
    const [ann, bob] = await pair();
    const callId = await talking(ann, bob);
    const [offers, answers] = ann.call!.participants[0] === ann.call!.you ? [ann, bob] : [bob, ann];
    await offers.tab.call('createCallOffer', { callId, sdp: OFFER });
    await answers.tab.call('acceptCallAnswer', { callId, sdp: FIREFOX_OFFER });
    await answers.tab.call('addIceCandidate', { callId, candidate: { candidate: '' } });
    await expect.poll(() => answers.told['call.signal']?.map(({ kind }) => kind)).toEqual(['offer']);
    await expect.poll(() => offers.told['call.signal']?.map(({ kind }) => kind)).toEqual(['answer', 'candidate']);

    stops.splice(0).forEach((stop) => stop());
    const signal = () => answers.tab.call('addIceCandidate', { callId, candidate: { candidate: '' } });
    await expect.poll(() => signal().catch(({ reason }: { reason: string }) => reason)).toBe('other-side-unreachable');
  });

  test('what the bus loses while it is dead, both know within 10 s of its return, and a page that does not ask never does; who joins meanwhile is matched', async () => {
    const [ann, bobsOwn] = [await open(await person('Ann'), second), await person('Bob')];
    const [bob, deaf] = [await open(bobsOwn, third), await open(bobsOwn, third, 'deaf')];
    const callId = await talking(ann, bob);
    await expect.poll(() => deaf.call?.status).toBe('active');
    await nats.kill();
    const [cem, dan] = [await open(await person('Cem'), second), await open(await person('Dan'), third)];
    await Promise.all([cem, dan].map(({ join }) => join()));
    const states = () => Promise.all([cem, dan].map(({ tab }) => patiently(() => tab.call('getCallState'))));
    await expect.poll(async () => (await states()).map(({ kind }) => kind)).toEqual(['voice', 'voice']);

    const signal = ann.tab.call('addIceCandidate', { callId, candidate: { candidate: '' } });
    await expect(signal, 'bob is on another node').rejects.toMatchObject({ reason: 'other-side-unreachable' });
    await ann.tab.call('leaveCall', { callId, comingBack: 'no' });
    expect([bob.call?.status, bob.gaps]).toEqual(['active', 0]);
    await nats.restart();
    await expect.poll(() => bob.call).toBeNull();
    expect(bob.gaps).toBeGreaterThan(0);
    expect(deaf.call?.status).toBe('active');
    await expect.poll(() => [cem, dan].map(({ call }) => call?.status)).toEqual(['connecting', 'connecting']);
  });

  test('a session that ends on one node is over on the others, whose sockets close within 5 s', async () => {
    const ann = await person('Ann');
    const [here, there] = [await open(ann, second), await open(ann, third)];
    const revoked: string[] = [];
    there.tab.live.on('session.revoked', ({ reason }) => void revoked.push(reason));
    const { accessToken } = await ann.token();
    // Its own socket may be closed before the answer.
    await here.tab.call('signOutEverywhere').catch(() => {});
    await expect.poll(() => revoked, { timeout: 5_000 }).toEqual(['logout']);
    const answer = await callOver(third, { accessToken, name: 'getHome' });
    expect(answer.status).toBe(401);
  });

  test('a request that is repeated on another node has one effect, and one answer', async () => {
    const { accessToken } = await (await person('Ann')).token();
    const key = randomUUID();
    const data = { content: 'Anyone up?', region: 'TW', language: 'en' };
    const post = (node: ServerProcess) => callOver(node, { accessToken, name: 'createPostV2v2', data, key });
    const answers = await Promise.all([first, second, third, first, second, third].map(post));
    const { result } = await (await post(second)).json();
    for (const answer of answers) expect((await answer.json()).result).toEqual(result);
  });

  test('who looks at Home on any node sees who waits, posts and is near on another one, without asking before they are told', async () => {
    const [ann, bob, cem] = [...(await pair()), await open(await person('Cem'), first)];
    const place = { lat: 25.03, lng: 121.56 };
    const [anns, bobs] = [await follow(ann.tab), await follow(bob.tab)];
    const before = anns.home.momentsInRegion!;
    const both = (of: keyof Output<'getHome'>) => expect.poll(() => [anns.home[of], bobs.home[of]]);

    // One after the other: what is told of the one would let the other be seen, too.
    await ann.tab.call('updateLocation', place);
    await both('peopleNearby').toEqual([0, null]);
    await bob.tab.call('updateLocation', place);
    await both('peopleNearby').toEqual([1, 1]);
    await cem.tab.call('createPostV2v2', { content: 'Who is up?', region: 'TW', language: 'en' });
    await both('momentsInRegion').toEqual([before + 1, before + 1]);
    await cem.join();
    await both('waitingToTalk').toEqual([1, 1]);
  });

  /** As a page does that the clock never makes ask. */
  async function follow(tab: Client): Promise<{ home: Output<'getHome'> }> {
    const seen = { home: await tab.call('getHome') };
    tab.live.on('counts.updated', () => void tab.call('getHome').then((home) => (seen.home = home)));
    await tab.call('watchCounts', { shown: 'home' });
    return seen;
  }

  test.each([
    ['strict', 'updateLocation', 10],
    ['sliced', 'setTyping', 30],
  ] as const)(
    'of 90 calls at once over three nodes a %s limit lets exactly its number through: %s, %d',
    async (_, name, burst) => {
      const { accessToken } = await (await person('Ann')).token();
      const calls = Array.from({ length: 90 }, (_one, i) => callOver(nodes[i % 3]!, { accessToken, name, data: {} }));
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect(statuses.filter((status) => status !== 429)).toHaveLength(burst);
    },
  );

  test(`${PEOPLE} join at once over three nodes: nobody is matched twice or lost, and everybody is told (seed ${SEED})`, async () => {
    const people = await makeCrowd({ database, clock, count: PEOPLE });
    const guests = await enterAll(people, (i) => nodes[i % 3]!.url);
    stops.push(...guests.map((guest) => guest.close));
    const chance = { random: createChance(SEED).below, leave: 'after the join', blocks: 'none' } as const;
    const calls = await checkSettled(database, guests, await storm(guests, chance));
    const toldOf = () => guests.map(({ told }, i) => calls[i] === undefined || told.includes(calls[i]));
    await expect.poll(toldOf).not.toContain(false);
  });

  test('the node that matches is killed: another one matches within 5 s, and nobody has lost their place', async () => {
    const { holder } = await lease();
    const leads = await nodeOf(holder);
    const [near, far] = nodes.filter((node) => node !== leads) as [ServerProcess, ServerProcess];
    const ann = await open(await person('Ann', near), near);
    await ann.join();
    const place = await placeOf(ann);
    const killedAt = performance.now();
    await leads.kill();
    await leaseLeaves(holder);
    const moved = performance.now() - killedAt;
    expect(await placeOf(ann)).toEqual(place);
    const bob = await open(await person('Bob', far), far);
    await bob.join();
    await expect.poll(() => [ann, bob].map(({ call }) => call?.status)).toEqual(['connecting', 'connecting']);
    expect(moved).toBeLessThan(5_000);
    report(`the lease moved in ${Math.round(moved)} ms`);
  });

  // Five seconds in which nothing happens.
  test.runIf(isFull())('control: a lease that outlives its holder does not move, and it is noticed', async () => {
    const holder = randomUUID();
    const leases = database.read.updateTable('platform.lease').where('name', '=', 'voice');
    await leases
      .set(({ eb }) => ({ holder, epoch: eb('epoch', '+', 1), expires_at: new Date(clock.now() + 3_600_000) }))
      .execute();
    await expect(leaseLeaves(holder, 5_000)).rejects.toThrow();
    await leases.set({ expires_at: new Date(0) }).execute();
    await leaseLeaves(holder);
  });

  async function leaseLeaves(holder: string | null, timeout = 10_000): Promise<void> {
    await expect.poll(async () => (await lease()).holder, { interval: 50, timeout }).not.toBe(holder);
  }

  function lease() {
    return database.read.selectFrom('platform.lease').selectAll().where('name', '=', 'voice').executeTakeFirstOrThrow();
  }

  /** Who is on which node says which one it is. */
  async function nodeOf(nodeId: string | null): Promise<ServerProcess> {
    for (const node of nodes) {
      const probe = await person('Probe');
      await open(probe, node);
      const rows = database.read.selectFrom('platform.presence').where('user_id', '=', probe.userId).select('node_id');
      await expect.poll(() => rows.execute()).toHaveLength(1);
      if ((await rows.executeTakeFirstOrThrow()).node_id === nodeId) return node;
    }
    throw new Error('no node holds the lease');
  }

  async function placeOf({ tab }: Page): Promise<unknown> {
    const { queue } = await patiently(() => tab.call('getCallState'));
    return queue?.position;
  }
});

interface Call {
  accessToken: string;
  name: string;
  data?: unknown;
  key?: string;
}

function callOver(
  { url }: ServerProcess,
  { accessToken, name, data = null, key = randomUUID() }: Call,
): Promise<Response> {
  return fetch(`${url}/api/v1/call/${name}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify({ data }),
  });
}
