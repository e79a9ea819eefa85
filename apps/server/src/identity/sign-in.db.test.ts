import { tokenAnswer } from '@yonder/contract';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { createLog } from '../platform/log.ts';
import { freshDatabase } from '../testing/database.ts';
import { overlap } from '../testing/overlap.ts';
import { eraseAccount } from './leaving.ts';
import { openAccount, openSession } from './store.ts';
import { Browser, startIdentityWorld } from './testing.ts';

const fresh = await freshDatabase();
const { database, clock } = fresh;
const lines: string[] = [];
const log = createLog({ to: { write: (line) => void lines.push(line) } });
const world = await startIdentityWorld({ ...fresh, log });
const { origin, twin, identity } = world;
afterAll(() => world.stop());
beforeEach(() => {
  lines.length = 0;
  world.closed.length = 0;
  world.dropped.length = 0;
});

const chats = `${origin}/chats`;
const day = 86_400_000;

async function tokenOf(browser: Browser, at = origin) {
  const response = await browser.post(at, '/api/v1/auth/token');
  return tokenAnswer.parse(await response.json());
}

async function reasonOf(response: Response): Promise<unknown> {
  const body: unknown = await response.json();
  return Object(body).error.details.reason;
}

/** Moves the time, and waits until the revocations are known again. */
async function pass(ms: number): Promise<void> {
  await clock.advance(ms);
  const isKnown = (): boolean => {
    try {
      identity.admission.authenticate('nobody');
    } catch (error) {
      return error instanceof DomainError && error.reason === 'not-authenticated';
    }
    return false;
  };
  await expect.poll(isKnown).toBe(true);
}

test('a sign-in leads where it began, with a cookie that scripts cannot read and a bearer for five minutes', async () => {
  const browser = new Browser();
  const form = await browser.openPersonas(origin, '/profile/edit?tab=photos#first');
  const callback = await browser.choose(form, 'wei', { hold: 'callback' });
  const response = await browser.send(callback);
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/profile/edit?tab=photos#first');
  expect(response.headers.getSetCookie()[0]).toMatch(
    /^session-\d+=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
  expect(response.headers.get('cache-control')).toBe('no-store');

  const { accessToken, expiresIn, userId } = await tokenOf(browser);
  expect(expiresIn).toBe(300);
  const bearer = identity.admission.authenticate(accessToken);
  expect(bearer).toMatchObject({ userId, onboarded: false, expiresAt: clock.now() + 300_000 });
  expect(await identity.admission.standing(bearer)).toBe('newcomer');
});

test('the same persona is the same account, another one another, in one browser at two addresses', async () => {
  const browser = new Browser();
  await browser.signIn(origin, 'mei');
  await browser.signIn(twin, 'noor');
  const [mei, noor] = [await tokenOf(browser), await tokenOf(browser, twin)];
  const elsewhere = new Browser();
  await elsewhere.signIn(twin, 'mei');
  expect((await tokenOf(elsewhere, twin)).userId).toBe(mei.userId);
  expect(noor.userId).not.toBe(mei.userId);
});

test('a sign-in is logged with whose it is, one that fails with why, and neither with a name or a secret', async () => {
  const browser = new Browser();
  const callback = await browser.choose(await browser.openPersonas(origin), 'mei', { hold: 'callback' });
  await browser.send(callback);
  await browser.send(callback);
  const { userId } = await tokenOf(browser);
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    { level: 30, time: expect.any(String), userId, provider: 'local', msg: 'somebody signed in' },
    expect.objectContaining({ level: 40, reason: 'sign-in-failed', msg: 'a sign-in did not succeed' }),
  ]);
  const secrets = ['Mei', browser.cookie(origin, 'session')!, ...new URL(callback).searchParams.values()];
  expect(secrets.filter((secret) => lines.join('').includes(secret))).toEqual([]);
});

test('every sign-in shows the personas again, and two under way at once do not disturb each other', async () => {
  const browser = new Browser();
  const first = await browser.openPersonas(origin);
  const second = await browser.openPersonas(twin);
  expect((await browser.choose(second, 'kai')).href).toBe(`${twin}/chats`);
  expect((await browser.choose(first, 'ama')).href).toBe(chats);
  expect((await tokenOf(browser)).userId).not.toBe((await tokenOf(browser, twin)).userId);
  await expect(browser.openPersonas(origin)).resolves.toMatch(/\/interaction\//);
});

test('what the provider calls a person is kept as a suggestion; nameless has none', async () => {
  for (const persona of ['mei', 'nameless'] as const) await new Browser().signIn(origin, persona);
  const rows = await database.read
    .selectFrom('identity.account')
    .where('subject', 'in', ['mei', 'nameless'])
    .orderBy('subject')
    .select(['subject', 'suggested_name', 'provider'])
    .execute();
  expect(rows).toEqual([
    { subject: 'mei', suggested_name: 'Mei-Lin', provider: 'local' },
    { subject: 'nameless', suggested_name: '', provider: 'local' },
  ]);
});

test('Cancel leads back to the login page without an error and keeps the way', async () => {
  const browser = new Browser();
  const form = await browser.openPersonas(origin, '/mode3');
  const { url } = await browser.visit(
    form.replace(/login$/, 'cancel'),
    { method: 'POST' },
    (next) => next.pathname === '/login',
  );
  expect(url.href).toBe(`${origin}/login?returnTo=%2Fmode3`);
  expect(browser.cookie(origin, 'session')).toBeUndefined();
});

test('an unknown provider leads back to the login page, which can say so', async () => {
  const response = await new Browser().send(`${origin}/api/v1/auth/login?provider=nobody&returnTo=/home`);
  expect(response.headers.get('location')).toBe('/login?returnTo=%2Fhome&error=sign-in-failed');
});

test('signing in again replaces the browser’s session: a new token, the old one dead at once', async () => {
  const browser = new Browser();
  await browser.signIn(origin, 'wei');
  const [oldCookie, old] = [browser.cookie(origin, 'session')!, await tokenOf(browser)];
  const { sid } = identity.admission.authenticate(old.accessToken);
  await browser.signIn(origin, 'kai');
  expect(browser.cookie(origin, 'session')).not.toBe(oldCookie);
  expect(() => identity.admission.authenticate(old.accessToken)).toThrow('Your session has ended');
  expect(world.closed).toEqual([{ sid, reason: 'logout' }]);
});

test('logging out ends the session, its bearer and its sockets at once, and only its own', async () => {
  const [one, other] = [new Browser(), new Browser()];
  await one.signIn(origin, 'wei');
  await other.signIn(origin, 'wei');
  const [mine, others] = [await tokenOf(one), await tokenOf(other)];
  const { sid } = identity.admission.authenticate(mine.accessToken);

  const response = await one.post(origin, '/api/v1/auth/logout');
  expect(response.status).toBe(204);
  expect(one.cookie(origin, 'session')).toBeUndefined();
  expect(one.cookie(origin, 'signed-in')).toBeUndefined();
  expect(other.cookie(origin, 'signed-in')).toMatch(/^[\w-]{8}$/);
  expect(() => identity.admission.authenticate(mine.accessToken)).toThrow('Your session has ended');
  expect(identity.admission.authenticate(others.accessToken).userId).toBe(mine.userId);
  expect(world.closed).toEqual([{ sid, reason: 'logout' }]);
  expect(world.dropped).toEqual([sid]);
  expect((await one.post(origin, '/api/v1/auth/token')).status).toBe(401);
  expect((await one.post(origin, '/api/v1/auth/logout')).status).toBe(204);
});

test('a session ended on another node is refused here within 2 s', async () => {
  const browser = new Browser();
  await browser.signIn(origin, 'noor');
  const { accessToken } = await tokenOf(browser);
  const { sid } = identity.admission.authenticate(accessToken);
  await database.read
    .insertInto('identity.revocation')
    .values({ sid, revoked_at: new Date(clock.now()) })
    .execute();
  expect(() => identity.admission.authenticate(accessToken)).not.toThrow();
  await pass(2_000);
  await expect.poll(() => world.closed).toEqual([{ sid, reason: 'logout' }]);
  expect(() => identity.admission.authenticate(accessToken)).toThrow('Your session has ended');
});

test('a suspended person is known within 2 s and their sockets close', async () => {
  const browser = new Browser();
  await browser.signIn(origin, 'mateo');
  const { accessToken, userId } = await tokenOf(browser);
  const bearer = identity.admission.authenticate(accessToken);
  const suspend = (until: Date | null) =>
    database.read
      .updateTable('identity.account')
      .set({ suspended_until: until })
      .where('user_id', '=', userId)
      .execute();

  await suspend(new Date(clock.now() + day));
  await pass(2_000);
  await expect.poll(() => identity.admission.standing(bearer)).toBe('suspended');
  expect(world.closed).toEqual([{ sid: bearer.sid, reason: 'suspended' }]);
  await suspend(new Date(clock.now() - 1));
  await pass(2_000);
  await expect.poll(() => identity.admission.standing(bearer)).toBe('newcomer');
});

test('onboarding counts from the next call on, with the bearer from before it', async () => {
  const browser = new Browser();
  await browser.signIn(origin, 'ama');
  const { accessToken, userId } = await tokenOf(browser);
  const bearer = identity.admission.authenticate(accessToken);
  await database.read
    .updateTable('identity.account')
    .set({ onboarded_at: new Date(clock.now()) })
    .where('user_id', '=', userId)
    .execute();
  expect(await identity.admission.standing(bearer)).toBe('member');
  expect(identity.admission.authenticate((await tokenOf(browser)).accessToken).onboarded).toBe(true);
});

test('a session is called by the browser that signed in, and seen whenever a bearer is minted from it', async () => {
  const userAgent =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
  const browser = new Browser({ userAgent });
  await browser.signIn(world.origin, 'wei');
  await clock.advance(300_000);
  await browser.post(world.origin, '/api/v1/auth/token');
  const sessions = database.read.selectFrom('identity.session').where('label', '=', 'Chrome on Android');
  expect(await sessions.select(['last_seen_at']).execute()).toEqual([{ last_seen_at: new Date(clock.now()) }]);
});

test('a session is prolonged once a day while it is used, and ends 30 days after that', async () => {
  const browser = new Browser();
  await browser.signIn(origin, 'wei');
  const { userId } = await tokenOf(browser);
  const mintWithLeft = async (leftMs: number): Promise<Response> => {
    const expires_at = new Date(clock.now() + leftMs);
    await database.read.updateTable('identity.session').set({ expires_at }).where('user_id', '=', userId).execute();
    return browser.post(origin, '/api/v1/auth/token');
  };

  expect((await mintWithLeft(29 * day)).headers.get('set-cookie')).toBeNull();
  expect((await mintWithLeft(29 * day - 1)).headers.get('set-cookie')).toContain('Max-Age=2592000');
  const prolonged = await database.read
    .selectFrom('identity.session')
    .where('user_id', '=', userId)
    .orderBy('expires_at', 'desc')
    .select('expires_at')
    .executeTakeFirstOrThrow();
  expect(prolonged.expires_at.getTime()).toBe(clock.now() + 30 * day);
  expect((await mintWithLeft(1)).status).toBe(200);
  const refused = await mintWithLeft(0);
  expect([refused.status, await reasonOf(refused)]).toEqual([401, 'session-ended']);
});

test('a session ends 365 days after its sign-in, however much it is used, and a sign-in begins another', async () => {
  const browser = new Browser();
  await browser.signIn(origin, 'noor');
  await pass(2_000);
  const { sid } = identity.admission.authenticate((await tokenOf(browser)).accessToken);
  const session = database.read.selectFrom('identity.session').where('sid', '=', sid);
  const mintAfter = async (ms: number): Promise<Response> => {
    const times = { created_at: new Date(clock.now() - ms), expires_at: new Date(clock.now() + 1) };
    await database.read.updateTable('identity.session').set(times).where('sid', '=', sid).execute();
    return browser.post(origin, '/api/v1/auth/token');
  };

  expect((await mintAfter(335 * day)).headers.get('set-cookie')).toContain('Max-Age=2592000');
  expect((await mintAfter(360 * day)).headers.get('set-cookie')).toContain('Max-Age=432000');
  const [last] = await session.select('expires_at').execute();
  expect(last!.expires_at.getTime()).toBe(clock.now() + 5 * day);
  expect((await mintAfter(365 * day - 1)).headers.get('set-cookie')).toBeNull();
  await clock.advance(1);
  const refused = await browser.post(origin, '/api/v1/auth/token');
  expect([refused.status, await reasonOf(refused)]).toEqual([401, 'session-ended']);
  await browser.signIn(origin, 'noor');
  expect((await tokenOf(browser)).expiresIn).toBe(300);
});

test('a session whose time is over ends within the hour as if signed out, also where its person signs in elsewhere', async () => {
  const [stale, other] = [new Browser(), new Browser()];
  await stale.signIn(origin, 'kai');
  const { accessToken } = await tokenOf(stale);
  const { sid, userId } = identity.admission.authenticate(accessToken);
  const expires_at = new Date(clock.now());
  await database.read.updateTable('identity.session').set({ expires_at }).where('sid', '=', sid).execute();
  await other.signIn(origin, 'kai');
  await clock.advance(3_600_000);
  await expect.poll(() => world.dropped).toContain(sid);
  await expect.poll(() => world.closed).toContainEqual({ sid, reason: 'logout' });
  expect((await tokenOf(other)).userId).toBe(userId);
});

describe('whoever is banned and erased while they sign in', () => {
  async function banned(persona: 'ama' | 'mateo') {
    const browser = new Browser();
    await browser.signIn(origin, persona);
    const { userId } = await tokenOf(browser);
    const account = database.read.updateTable('identity.account').where('user_id', '=', userId);
    const subject = await account
      .set({ suspended_until: 'infinity' })
      .returning(['provider', 'subject'])
      .executeTakeFirstOrThrow();
    return { browser, userId, subject };
  }
  const erases = (userId: string) => (tx: Tx) => eraseAccount(tx, userId);
  const accountsOf = ({ provider, subject }: { provider: string; subject: string }) =>
    database.read
      .selectFrom('identity.account')
      .where('provider', '=', provider)
      .where('subject', '=', subject)
      .selectAll()
      .execute();

  test('gets no other account', async () => {
    const { browser, userId, subject } = await banned('ama');
    const callback = await browser.choose(await browser.openPersonas(origin), 'ama', { hold: 'callback' });
    const { headers } = await overlap(database, erases(userId), () => browser.send(callback));
    expect(headers.get('location')).toBe('/login?returnTo=%2Fchats&error=account-banned');
    expect(await accountsOf(subject)).toEqual([]);
  });

  test('is erased with the session they have just got', async () => {
    const { userId, subject } = await banned('mateo');
    const signsIn = async (tx: Tx) => {
      expect(await openAccount(tx, { ...subject, suggestedName: '' })).toBe(userId);
      await openSession(tx, { userId, expiresAt: new Date(clock.now() + day) });
    };
    await overlap(database, signsIn, () => database.transaction(erases(userId)));
    expect(await accountsOf(subject)).toEqual([]);
  });
});

test('a provider that is down is named; when it is back, sign-in works without a restart', async () => {
  const elsewhere = await freshDatabase();
  const gone = await startIdentityWorld(elsewhere);
  const before = new Browser();
  await before.signIn(gone.origin, 'mei');
  await gone.stop();
  const late = { id: 'late', name: 'Late', issuer: gone.provider.issuer, clientId: 'web' };
  const server = await startIdentityWorld(elsewhere, { providers: [late] });
  before.plant(server.origin, 'session', before.cookie(gone.origin, 'session')!);
  const login = `${server.origin}/api/v1/auth/login?provider=late`;
  expect((await new Browser().send(login)).headers.get('location')).toBe(
    '/login?returnTo=%2Fchats&error=provider-unreachable',
  );
  expect((await tokenOf(before, server.origin)).expiresIn, 'who is signed in notices nothing').toBe(300);

  const { startIdentityProvider } = await import('@yonder/identity-provider');
  const port = Number(new URL(late.issuer).port);
  const redirectUris = [`${server.origin}/api/v1/auth/callback/late`];
  const back = await startIdentityProvider({ port, redirectUris, productName: 'Yonder' });
  const browser = new Browser();
  const { url, response } = await browser.visit(login);
  const action = /action="([^"]+\/login)"/.exec(await response.text())![1]!;
  expect((await browser.choose(new URL(action, url).href, 'wei')).href).toBe(`${server.origin}/chats`);
  await back.stop();
  await server.stop();
});

test('beyond 50 sessions of one account the longest unused end as another begins', async () => {
  const [first, last] = [new Browser(), new Browser()];
  await first.signIn(origin, 'kai');
  const { userId } = await tokenOf(first);
  const sids: string[] = [];
  for (let i = 0; i < 50; i++) {
    await clock.advance(1_000);
    const expiresAt = new Date(clock.now() + day);
    sids.push((await database.transaction((tx) => openSession(tx, { userId, expiresAt }))).sid);
  }
  expect((await first.post(origin, '/api/v1/auth/token')).status).toBe(200);
  world.closed.length = 0;
  await clock.advance(1_000);
  await last.signIn(origin, 'kai');
  // The first browser was used after all but the last one.
  const ended = world.closed.map(({ sid }) => sid).filter((sid) => sids.includes(sid));
  expect(ended.toSorted()).toEqual(sids.slice(0, 2));
  expect((await first.post(origin, '/api/v1/auth/token')).status).toBe(200);
  const rows = await database.read.selectFrom('identity.session').where('user_id', '=', userId).select('sid').execute();
  expect(rows).toHaveLength(50);
});
