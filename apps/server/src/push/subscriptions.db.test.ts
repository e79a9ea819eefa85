import { pushSubscription, tokenAnswer } from '@yonder/contract';
import { afterAll, describe, expect, test } from 'vitest';
import { createSigningOut } from '../identity/devices.ts';
import { holdSession } from '../identity/store.ts';
import { Browser, startIdentityWorld } from '../identity/testing.ts';
import type { Tx } from '../platform/database.ts';
import { freshDatabase } from '../testing/database.ts';
import { overlap } from '../testing/overlap.ts';
import type { DomainError } from '../platform/errors.ts';
import { createTestProfiles } from '../profiles/testing.ts';
import { pushRoutes } from './routes.ts';
import { removeSubscriptionsOf, saveSubscription, type Registration } from './subscriptions.ts';
import { openBrowser } from './testing/browser.ts';
import { hostileEndpoints } from './testing/hostile.ts';

const fresh = await freshDatabase();
const { database, clock } = fresh;
const { onboard } = createTestProfiles(fresh);
const register = (tx: Tx, registration: Registration) => saveSubscription(tx, registration, { named: [], holdSession });
const limits = { take: async () => {} };
const world = await startIdentityWorld(fresh, {
  extend: (app, { admission }) =>
    void app.register(async (scope) => pushRoutes({ database, admission, limits, register })(scope)),
});
afterAll(() => world.stop());

async function member(persona: 'wei' | 'mei' | 'kai') {
  const browser = new Browser();
  await browser.signIn(world.origin, persona);
  const { accessToken, userId } = tokenAnswer.parse(
    await (await browser.post(world.origin, '/api/v1/auth/token')).json(),
  );
  await onboard({ userId }).catch(() => {});
  const call = (method: 'POST' | 'DELETE', body: unknown) =>
    fetch(`${world.origin}/api/v1/auth/fcm-token`, {
      method,
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).then(({ status }) => status);
  return { userId, sid: world.identity.admission.authenticate(accessToken).sid, call };
}

const stored = () =>
  database.read
    .selectFrom('push.subscription')
    .select(['user_id', 'sid', 'endpoint', 'platform'])
    .orderBy('endpoint')
    .execute();

const endpointOf = (name: string): string => `https://fcm.googleapis.com/fcm/send/${name}`;
const tokens = new Map<string, string>();
/** The subscription of one browser, the same on each call. */
function tokenOf(name: string): string {
  const token = tokens.get(name) ?? openBrowser(endpointOf(name)).token;
  tokens.set(name, token);
  return token;
}

test('a browser is registered for the session, belongs to whoever registered it last, and is removed by its owner alone', async () => {
  const [wei, mei] = [await member('wei'), await member('mei')];
  const [token, endpoint] = [tokenOf('device'), endpointOf('device')];
  expect(await wei.call('POST', { token })).toBe(204);
  expect(await wei.call('POST', { token, platform: 'web' })).toBe(204);
  expect(await stored()).toEqual([{ user_id: wei.userId, sid: wei.sid, endpoint, platform: 'web' }]);
  expect(await mei.call('DELETE', { token })).toBe(204);
  expect(await stored()).toHaveLength(1);
  expect(await mei.call('POST', { token })).toBe(204);
  expect(await stored()).toEqual([{ user_id: mei.userId, sid: mei.sid, endpoint, platform: 'web' }]);
  expect(await mei.call('DELETE', { token })).toBe(204);
  expect(await stored()).toEqual([]);
});

test('the browsers of a closed session go, those of other sessions stay', async () => {
  const [first, second] = [await member('kai'), await member('kai')];
  await first.call('POST', { token: tokenOf('one') });
  await second.call('POST', { token: tokenOf('two') });
  await database.transaction((tx) => removeSubscriptionsOf(tx, first.sid));
  expect((await stored()).map(({ endpoint }) => endpoint)).toEqual([endpointOf('two')]);
  await second.call('DELETE', { token: tokenOf('two') });
});

describe('a session that ends while one of its browsers is registered', () => {
  const signingOut = createSigningOut({
    revocations: { announce: () => {} },
    sessionClosed: (tx, { sid }) => removeSubscriptionsOf(tx, sid),
  });
  const registers =
    ({ userId, sid }: { userId: string; sid: string }, token: string) =>
    (tx: Tx) =>
      register(tx, { userId, sid, token, platform: 'web' });
  const signsOut = (session: { userId: string; sid: string }) => (tx: Tx) => signingOut.one(tx, session, 'any');

  test('refuses the browser, if its end came first', async () => {
    const mei = await member('mei');
    const registration = registers(mei, tokenOf('late'));
    const late = overlap(database, signsOut(mei), () => database.transaction(registration));
    await expect(late).rejects.toMatchObject({ reason: 'session-ended' });
    expect(await stored()).toEqual([]);
  });

  test('takes the browser along, if that came first', async () => {
    const mei = await member('mei');
    const registration = registers(mei, tokenOf('early'));
    expect(await overlap(database, registration, () => database.transaction(signsOut(mei)))).toBe(true);
    expect(await stored()).toEqual([]);
  });
});

test('20 browsers a person are kept, the oldest make room', async () => {
  const wei = await member('wei');
  for (let i = 0; i < 22; i++) {
    await clock.advance(1);
    await wei.call('POST', { token: tokenOf(`device-${String(i).padStart(2, '0')}`) });
  }
  const endpoints = (await stored()).map(({ endpoint }) => endpoint);
  expect(endpoints).toHaveLength(20);
  expect([endpoints[0], endpoints.at(-1)]).toEqual([endpointOf('device-02'), endpointOf('device-21')]);
});

test('of 78 hostile addresses none is stored, and whoever tries is told why', async () => {
  const mei = await member('mei');
  const asOf = (endpoint: string) => openBrowser(endpoint).token;
  const refusals = new Set<string>();
  for (const endpoint of hostileEndpoints(8_443)) {
    const refused = database.transaction((tx) => register(tx, { ...mei, token: asOf(endpoint), platform: 'web' }));
    refusals.add(await refused.then(String, ({ reason }: DomainError) => reason));
  }
  expect([...refusals].toSorted()).toEqual(['bad-input', 'push-service-unknown']);
  const owned = await database.read
    .selectFrom('push.subscription')
    .where('user_id', '=', mei.userId)
    .selectAll()
    .execute();
  expect(owned).toEqual([]);
});

test('no subscription, no sense, no key, no bearer, no onboarding: refused', async () => {
  const wei = await member('wei');
  const { endpoint, keys } = pushSubscription.parse(JSON.parse(tokenOf('x')));
  const offTheCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url');
  for (const body of [
    {},
    null,
    [],
    { token: '' },
    { token: 7 },
    { token: 'x' },
    { token: '{}' },
    { token: 'x'.repeat(4_097) },
    { token: JSON.stringify({ endpoint }) },
    { token: JSON.stringify({ endpoint, keys: { ...keys, p256dh: offTheCurve } }) },
    { token: JSON.stringify({ endpoint, keys: { ...keys, auth: 'short' } }) },
    { token: tokenOf('x'), platform: 'ios' },
  ]) {
    expect(await wei.call('POST', body), JSON.stringify(body)).toBe(400);
  }
  const address = `${world.origin}/api/v1/auth/fcm-token`;
  expect((await fetch(address, { method: 'POST' })).status).toBe(401);
  for (const body of ['no JSON {', JSON.stringify('x'.repeat(1_000_000))]) {
    const stranger = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    expect((await fetch(address, stranger)).status).toBe(401);
  }
  const newcomer = new Browser();
  await newcomer.signIn(world.origin, 'nameless');
  const { accessToken } = tokenAnswer.parse(await (await newcomer.post(world.origin, '/api/v1/auth/token')).json());
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  expect(
    (await fetch(address, { method: 'POST', headers, body: JSON.stringify({ token: tokenOf('x') }) })).status,
  ).toBe(400);
});
