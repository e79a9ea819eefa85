import { randomUUID } from 'node:crypto';
import { createClient, type Client } from '@yonder/client';
import type { Output } from '@yonder/contract';
import { afterAll, expect, test } from 'vitest';
import { openDatabase } from '../platform/postgres/open.ts';
import type { LoadUser } from '../seeding/index.ts';
import { freshDatabase } from '../testing/database.ts';
import { MIGRATIONS } from '../testing/postgres.ts';
import { isFull, sizeOf } from '../testing/size.ts';
import { makeCrowd, patiently } from './testing/crowd.ts';
import { startServer, type ServerProcess } from './testing/server-process.ts';

const KILLS = sizeOf({ small: 1, full: 20 });
/** From the moment the server is back. */
const WITHIN = { timeout: 10_000 };
/** Short, so that they end while nobody is there to see it; only decisions are waited for. */
const settings = {
  MATCH_ACK_SECONDS: '2',
  CALL_SECONDS: '3',
  CAN_DISLIKE_SECONDS: '0',
  EARLY_HANGUP_SECONDS: '600',
  DECISION_SECONDS: '120',
};

const { url: databaseUrl, log } = await freshDatabase();
const { database, clock, close } = await openDatabase({ databaseUrl, migrations: MIGRATIONS, log, onDeath() {} });
afterAll(close);
let server: ServerProcess = await startServer({ databaseUrl, settings });
afterAll(() => server.kill());

type State = Output<'getCallState'>;
type Players = Record<1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10, Player>;

/** Somebody whose page finds the server again by itself. */
interface Player {
  userId: string;
  tab: Client;
  state(): Promise<State>;
}

function play({ userId, accessToken }: LoadUser): Player {
  const getToken = async () => ({ accessToken, userId, expiresIn: 86_400 });
  const tab = createClient({ baseUrl: server.url, tabId: randomUUID(), getToken });
  stops.push(tab.live.start());
  return { userId, tab, state: () => patiently(() => tab.call('getCallState')) };
}
const stops: (() => void)[] = [];
afterAll(() => stops.forEach((stop) => stop()));

async function matched(one: Player, other: Player): Promise<string> {
  await one.tab.call('joinCallQueue');
  const joined = await other.tab.call('joinCallQueue');
  if (!('callId' in joined)) throw new Error('two who wait alone are matched');
  return joined.callId;
}

async function talking(one: Player, other: Player): Promise<string> {
  const callId = await matched(one, other);
  for (const { tab } of [one, other]) await tab.call('startCallSession', { callId });
  for (const { tab } of [one, other]) await tab.call('reportMediaStatus', { callId, status: 'connected' });
  return callId;
}

/** As if each had met every other one lately. */
async function keepApart(people: readonly Player[]): Promise<void> {
  const ids = people.map(({ userId }) => userId).toSorted();
  const until = new Date(clock.now() + 86_400_000);
  const pairs = ids.flatMap((low, i) => ids.slice(i + 1).map((high) => ({ low, high, until })));
  await database.read.insertInto('engagement.recent_partner').values(pairs).execute();
}

/** Gone until the match and the call would have come to their ends. */
async function killForAWhile(meanwhile: () => Promise<unknown> = async () => {}): Promise<void> {
  await server.kill();
  await meanwhile();
  const pending = database.read
    .selectFrom('platform.deadline')
    .where('kind', 'in', ['voice.paired', 'voice.ack', 'voice.decision']);
  const ahead = () => pending.where('due', '>', new Date(clock.now())).select('id').execute();
  await expect.poll(ahead, { timeout: 30_000 }).toEqual([]);
  server = await startServer({ databaseUrl, settings, port: server.port });
}

async function areMatched({ userId: one }: Player, { userId: other }: Player): Promise<boolean> {
  const both = [one, other];
  const sessions = database.read.selectFrom('voice.session').where('a', 'in', both).where('b', 'in', both);
  return (await sessions.select('id').execute()).length === 1;
}

/** Of a call nobody looks at: whoever asks for it makes happen what is due. */
async function statusOf(callId: string): Promise<string> {
  const session = database.read.selectFrom('voice.session').where('id', '=', callId).select('status');
  return (await session.executeTakeFirstOrThrow()).status;
}

/** Whatever still goes on. */
async function stuck(): Promise<unknown[]> {
  const engaged = await database.read.selectFrom('engagement.engagement').select(['user_id', 'kind']).execute();
  const live = database.read.selectFrom('voice.session').where('status', 'not in', ['completed', 'ended']);
  return [...engaged, ...(await live.select('status').execute())];
}

test.each(Array.from({ length: KILLS }, (_, i) => i + 1))(
  'killed while people wait, talk and decide, the server goes on with all of that when it is back (kill %i)',
  { timeout: 60_000 },
  async () => {
    const people = (await makeCrowd({ database, clock, count: 11 })).map(play);
    const [ann, bob, cem, dee, eve, fay, gil, hal, ida, jon, kim] = people as [Player, ...Player[]] & Players;

    const decision = await talking(ann, bob);
    await ann.tab.call('endCall', { callId: decision });
    await ann.tab.call('handleCallDecision', { callId: decision, decision: 'like' });
    const call = await talking(cem, dee);
    const match = await matched(eve, fay);
    await eve.tab.call('startCallSession', { callId: match });
    await keepApart([eve, gil, hal, ida, jon]);
    for (const { tab } of [gil, hal]) await tab.call('joinCallQueue');
    // Their answers are lost; they ask until they have one.
    const unheard = [ida, jon].map(({ tab }) => patiently(() => tab.call('joinCallQueue')));
    await killForAWhile();

    // What fell due meanwhile happens: the silent one is out, the willing one in front; the call is over, its decision open.
    await expect.poll(() => statusOf(match), WITHIN).toBe('ended');
    await expect.poll(() => statusOf(call), WITHIN).toBe('deciding');
    await expect.poll(async () => (await eve.state()).queue?.position, WITHIN).toBe(1);
    expect((await cem.state()).call?.status).toBe('deciding');
    expect(await fay.state()).toMatchObject({ kind: 'idle' });
    await Promise.all(unheard);
    expect(await Promise.all([gil, hal].map(async ({ state }) => (await state()).queue?.position))).toEqual([2, 3]);
    expect(await bob.tab.call('handleCallDecision', { callId: decision, decision: 'like' })).toMatchObject({
      result: 'mutual-like',
    });
    await dee.tab.call('handleCallDecision', { callId: call, decision: 'dislike' });
    await patiently(() => kim.tab.call('joinCallQueue'));
    await expect.poll(() => areMatched(eve, kim), WITHIN).toBe(true);

    for (const { tab } of [gil, hal, ida, jon]) expect(await tab.call('leaveCallQueue')).toMatchObject({ left: true });
    await ann.tab.call('endCall', { callId: decision });
    await expect.poll(stuck, WITHIN).toEqual([]);
  },
);

// Ten seconds in which nothing happens.
test.runIf(isFull())(
  'control: where what is due of a call is forgotten with the server it is stuck, and it is noticed',
  { timeout: 60_000 },
  async () => {
    const people = (await makeCrowd({ database, clock, count: 4 })).map(play);
    const [ann, bob, cem, dee] = people as [Player, Player, Player, Player];
    const forgotten = await talking(ann, bob);
    const kept = await talking(cem, dee);
    await killForAWhile(() => database.read.deleteFrom('platform.deadline').where('key', '=', forgotten).execute());
    await expect.poll(() => statusOf(kept), WITHIN).toBe('deciding');
    const decides = async () => void (await expect.poll(() => statusOf(forgotten), WITHIN).toBe('deciding'));
    await expect(decides()).rejects.toThrow();
  },
);
