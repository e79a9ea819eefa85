import { expect, test } from 'vitest';
import { openHttp, openSocket } from '../testing/doors.ts';
import { opaqueToken } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { sessionCookie } from '../testing/person.ts';
import { World } from '../testing/world.ts';

/** Time stands still: nothing is refilled. */
const lines: string[] = [];
const log = createLog({ to: { write: (line) => void lines.push(line) } });
const world = await World.start({ settings: { TRUST_PROXY: 'true' }, log });
const BURST = 20;

async function doorsOf(person: typeof world.ann, count: number, address?: string) {
  const { accessToken } = await person.token();
  const at = address === undefined ? {} : { address };
  return Array.from({ length: count }, () => openHttp({ url: world.url, accessToken, tabId: opaqueToken(12), ...at }));
}

test('50 tabs that join at once are one place in the queue, and 30 of them are asked to wait', async () => {
  const tabs = await doorsOf(world.ann, 50);
  const answers = await Promise.all(tabs.map((tab) => tab.send('joinCallQueue')));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(BURST);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(50 - BURST);
  expect(refused[0]?.body).toEqual({
    error: {
      status: 'RESOURCE_EXHAUSTED',
      message: 'That was a little fast. Please wait a moment and try again.',
      details: { reason: 'too-many-requests', retryAfter: expect.any(Number) },
    },
  });
  const places = await world.database.read
    .selectFrom('engagement.engagement')
    .where('user_id', '=', world.ann.userId)
    .select('kind')
    .execute();
  expect(places).toEqual([{ kind: 'voice-queue' }]);
});

test('hopping in and out 100 times in a second passes the caps never', async () => {
  const [tab] = await doorsOf(world.bob, 1);
  const passed = { joinCallQueue: 0, leaveCallQueue: 0 };
  for (let i = 0; i < 100; i++) {
    for (const name of ['joinCallQueue', 'leaveCallQueue'] as const) {
      if ((await tab!.send(name)).status === 200) passed[name] += 1;
    }
  }
  expect(passed).toEqual({ joinCallQueue: BURST, leaveCallQueue: BURST });
});

test('reports by one person stop after ten at once, and after 60 by all who share a network, whichever way they come', async () => {
  const report = { target: { type: 'post', id: '00000000-0000-4000-8000-000000000000' }, reason: 'spam' };
  const people = await Promise.all(Array.from({ length: 7 }, (_, i) => world.join(`Farmer ${i}`)));
  const outcomes: number[] = [];
  for (const [n, person] of people.entries()) {
    const { accessToken } = await person.token();
    const caller = { url: world.url, accessToken, tabId: opaqueToken(12), address: '198.51.100.7' };
    const door = n % 2 === 0 ? openHttp(caller) : await openSocket(caller);
    for (let i = 0; i < 11; i++) outcomes.push((await door.send('reportUser', report)).status);
    door.close();
  }
  const eachOf = (n: number): number[] => outcomes.slice(n * 11, n * 11 + 11);
  expect(eachOf(0)).toEqual([...Array(10).fill(404), 429]);
  expect(eachOf(5)).toEqual([...Array(10).fill(404), 429]);
  expect(eachOf(6)).toEqual(Array(11).fill(429));
  const [elsewhere] = await doorsOf(world.cem, 1, '203.0.113.9');
  expect((await elsewhere!.send('reportUser', report)).status).toBe(404);
});

test('of one network 100 sign-ins begin at once and 300 bearers are asked for; another network is not kept waiting', async () => {
  const ask = (path: string, method: string, address: string): Promise<Response> => {
    const headers = {
      'x-forwarded-for': address,
      origin: world.url,
      cookie: sessionCookie(world.url, opaqueToken(32)),
    };
    return fetch(`${world.url}/api/v1/auth/${path}`, { method, headers, redirect: 'manual' });
  };
  const signIn = async (address: string): Promise<string | null> => {
    const { headers } = await ask('login?provider=nobody', 'GET', address);
    return new URL(headers.get('location') ?? '', world.url).searchParams.get('error');
  };
  const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, () => work()));
  const signIns = await times(150, () => signIn('198.51.100.8'));
  expect(signIns.filter((reason) => reason === 'sign-in-failed')).toHaveLength(100);
  expect(signIns.filter((reason) => reason === 'too-many-requests')).toHaveLength(50);
  // One a second, and time stands still.
  expect(lines.filter((line) => line.includes('sign-ins were asked to wait'))).toHaveLength(1);
  expect(lines.filter((line) => line.includes('a sign-in did not succeed'))).toHaveLength(100);
  const bearers = await times(320, () => ask('token', 'POST', '198.51.100.8'));
  expect(bearers.filter(({ status }) => status === 401)).toHaveLength(300);
  const refused = bearers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(20);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await signIn('203.0.113.10')).toBe('sign-in-failed');
});
