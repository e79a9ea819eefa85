import { tokenAnswer } from '@yonder/contract';
import { afterAll, expect, test } from 'vitest';
import { Browser, startIdentityWorld } from '../identity/testing.ts';
import { freshDatabase } from '../testing/database.ts';
import { pushTokenRoutes, removePushTokensOf } from './index.ts';
import { createTestProfiles } from './testing.ts';

const fresh = await freshDatabase();
const { database, clock } = fresh;
const { onboard } = createTestProfiles(fresh);
const limits = { take: async () => {} };
const world = await startIdentityWorld(fresh, {
  extend: (app, { admission }) =>
    void app.register(async (scope) => pushTokenRoutes({ database, admission, limits })(scope)),
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
    .selectFrom('profiles.push_token')
    .select(['user_id', 'sid', 'token', 'platform'])
    .orderBy('token')
    .execute();

test('a token is registered for the session, belongs to whoever registered it last, and is removed by its owner alone', async () => {
  const [wei, mei] = [await member('wei'), await member('mei')];
  expect(await wei.call('POST', { token: 'device' })).toBe(204);
  expect(await wei.call('POST', { token: 'device', platform: 'web' })).toBe(204);
  expect(await stored()).toEqual([{ user_id: wei.userId, sid: wei.sid, token: 'device', platform: 'web' }]);
  expect(await mei.call('DELETE', { token: 'device' })).toBe(204);
  expect(await stored()).toHaveLength(1);
  expect(await mei.call('POST', { token: 'device' })).toBe(204);
  expect(await stored()).toEqual([{ user_id: mei.userId, sid: mei.sid, token: 'device', platform: 'web' }]);
  expect(await mei.call('DELETE', { token: 'device' })).toBe(204);
  expect(await stored()).toEqual([]);
});

test('the tokens of a closed session go, those of other sessions stay', async () => {
  const [first, second] = [await member('kai'), await member('kai')];
  await first.call('POST', { token: 'one' });
  await second.call('POST', { token: 'two' });
  await database.transaction((tx) => removePushTokensOf(tx, first.sid));
  expect((await stored()).map(({ token }) => token)).toEqual(['two']);
  await second.call('DELETE', { token: 'two' });
});

test('20 tokens a person are kept, the oldest make room', async () => {
  const wei = await member('wei');
  for (let i = 0; i < 22; i++) {
    await clock.advance(1);
    await wei.call('POST', { token: `device ${String(i).padStart(2, '0')}` });
  }
  const tokens = (await stored()).map(({ token }) => token);
  expect(tokens).toHaveLength(20);
  expect([tokens[0], tokens.at(-1)]).toEqual(['device 02', 'device 21']);
});

test('no token, no sense, no bearer, no onboarding: refused', async () => {
  const wei = await member('wei');
  for (const body of [
    {},
    { token: '' },
    { token: 7 },
    { token: 'x'.repeat(4_097) },
    { token: 'x', platform: 'ios' },
    null,
    [],
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
  expect((await fetch(address, { method: 'POST', headers, body: '{"token":"x"}' })).status).toBe(400);
});
