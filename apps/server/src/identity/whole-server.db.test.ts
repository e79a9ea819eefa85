import { CLOSE, tokenAnswer } from '@yonder/contract';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { sessionCookie } from '../testing/person.ts';
import { World } from '../testing/world.ts';
import { openSession } from './store.ts';

const world = await World.start();
const { url, database, clock } = world;

/** A further session of a user: its cookie, its access token, and what its live socket receives. */
async function openTab(userId: string) {
  const expiresAt = new Date(clock.now() + 86_400_000);
  const { token } = await database.transaction((tx) => openSession(tx, { userId, expiresAt }));
  const headers = { cookie: sessionCookie(url, token), origin: url };
  const post = (path: string) => fetch(`${url}/api/v1/auth/${path}`, { method: 'POST', headers });
  const { accessToken } = tokenAnswer.parse(await (await post('token')).json());

  const frames: unknown[] = [];
  const socket = new WebSocket(`${url.replace('http', 'ws')}/api/v1/live`, { origin: url });
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  const { promise: closed, resolve: isClosed } = Promise.withResolvers<number>();
  socket.on('open', () => socket.send(JSON.stringify({ type: 'auth', token: accessToken, tabId: 'tab-of-a-test' })));
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)));
    isReady();
  });
  socket.on('close', isClosed);
  await ready;

  const call = async (name: string, data: unknown = null): Promise<{ status: number; reason: unknown }> => {
    const response = await fetch(`${url}/api/v1/call/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ data }),
    });
    return { status: response.status, reason: Object(await response.json()).error?.details.reason };
  };
  return { post, frames, closed, call, socket };
}

test('logging out closes the session’s sockets at once and its bearer is refused, the person’s other session lives', async () => {
  const [leaving, staying] = [await openTab(world.ann.userId), await openTab(world.ann.userId)];
  expect((await leaving.post('logout')).status).toBe(204);
  expect(await leaving.closed).toBe(CLOSE.sessionEnded);
  expect(leaving.frames.at(-1)).toMatchObject({ type: 'event', name: 'session.revoked', data: { reason: 'logout' } });
  expect(await leaving.call('getProfile')).toEqual({ status: 401, reason: 'session-ended' });
  expect(await staying.call('getProfile')).toEqual({ status: 200, reason: undefined });
  expect(staying.socket.readyState).toBe(WebSocket.OPEN);
  staying.socket.terminate();
});

test('a suspension closes the sockets within 2 s and leaves nothing open but one’s own profile', async () => {
  const [bob, cem] = [await openTab(world.bob.userId), await openTab(world.cem.userId)];
  await database.read
    .updateTable('identity.account')
    .set({ suspended_until: 'infinity' })
    .where('user_id', '=', world.bob.userId)
    .execute();
  await world.advance(2_000);
  expect(await bob.closed).toBe(CLOSE.sessionEnded);
  expect(bob.frames.at(-1)).toMatchObject({ name: 'session.revoked', data: { reason: 'suspended' } });
  expect(await bob.call('joinCallQueue')).toEqual({ status: 403, reason: 'suspended' });
  expect(await bob.call('updatePreferences', { theme: 'light' })).toEqual({ status: 403, reason: 'suspended' });
  expect((await bob.call('getProfile')).status).toBe(200);
  expect(cem.socket.readyState).toBe(WebSocket.OPEN);
  cem.socket.terminate();
});

test('a newcomer may do three things, and everything once they are onboarded, with the same bearer', async () => {
  const dee = await world.newcomer('Dee');
  const tab = await openTab(dee.userId);
  expect(await tab.call('joinCallQueue')).toEqual({ status: 400, reason: 'onboarding-required' });
  expect((await tab.call('getProfile')).status).toBe(200);
  expect((await tab.call('updateLastActive')).status).toBe(200);
  const answers = {
    birthDate: '1990-01-01',
    name: 'Dee',
    region: 'TW',
    languages: ['en'],
    termsVersion: '2024-01',
    isPaid: true,
    role: 'moderator',
    userId: world.ann.userId,
  };
  expect((await tab.call('completeOnboarding', answers)).status).toBe(200);
  expect((await tab.call('joinCallQueue')).status).toBe(200);
  const row = await database.read
    .selectFrom('profiles.profile')
    .where('user_id', '=', dee.userId)
    .select('is_paid')
    .executeTakeFirst();
  expect(row).toEqual({ is_paid: false });
  tab.socket.terminate();
});

test('an under-age answer over the wire is refused for good, whatever the request id', async () => {
  const teen = await world.newcomer('Teen');
  const tab = await openTab(teen.userId);
  const answers = { name: 'T', region: 'TW', languages: ['en'], termsVersion: '2024-01' };
  const refused = { status: 400, reason: 'under-age' };
  expect(await tab.call('completeOnboarding', { ...answers, birthDate: '2012-01-01' })).toEqual(refused);
  expect(await tab.call('completeOnboarding', { ...answers, birthDate: '1990-01-01' })).toEqual(refused);
  tab.socket.terminate();
});

test('100 sign-ins begin from one network in a moment, the next one is asked to wait', async () => {
  const begin = async (): Promise<string | null> => {
    const { headers } = await fetch(`${url}/api/v1/auth/login?provider=nobody`, { redirect: 'manual' });
    return new URLSearchParams(headers.get('location')?.split('?')[1]).get('error');
  };
  for (let i = 0; i < 100; i++) expect(await begin()).toBe('sign-in-failed');
  expect(await begin()).toBe('too-many-requests');
});
