import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { Browser, startIdentityWorld } from './testing.ts';
import { HOSTILE_CLIENT, startHostileProvider, type Forgery } from './testing-hostile-provider.ts';

const fresh = await freshDatabase();
const { database, clock } = fresh;
const hostile = await startHostileProvider();
const lying = { id: 'lying', name: 'Lying', issuer: hostile.issuer, clientId: HOSTILE_CLIENT };
const world = await startIdentityWorld(fresh, { providers: [lying] });
const { origin } = world;
let attacks = 0;
afterAll(async () => {
  hostile.stop();
  await world.stop();
  expect(attacks).toBeGreaterThanOrEqual(70);
});

const callbackOf = (provider: string, query: Record<string, string>): string =>
  `${origin}/api/v1/auth/callback/${provider}?${new URLSearchParams(query)}`;

/** The attack ends at the login page with an error, without a session and without an account. */
async function expectNoSession(browser: Browser, response: Response, name: string): Promise<void> {
  attacks += 1;
  const location = response.headers.get('location') ?? '';
  expect(response.status, name).toBe(303);
  expect(location, name).toMatch(/^\/login\?returnTo=%2F[\w%]*&error=(sign-in-failed|provider-unreachable)$/);
  expect(browser.cookie(origin, 'session'), name).toBeUndefined();
  expect((await browser.post(origin, '/api/v1/auth/token')).status, name).toBe(401);
}

/** Begins at the lying provider; the browser would come back with this state. */
async function beginLying(browser: Browser): Promise<{ state: string; iss: string }> {
  const response = await browser.send(`${origin}/api/v1/auth/login?provider=lying`);
  const { searchParams } = new URL(response.headers.get('location')!);
  hostile.expect(searchParams.get('nonce')!);
  return { state: searchParams.get('state')!, iss: hostile.issuer };
}

const now = Math.floor(Date.now() / 1_000);
const swapped = (part: number, change: (text: string) => string) => (token: string) =>
  token
    .split('.')
    .map((text, i) => (i === part ? change(text) : text))
    .join('.');

const forgeries: Record<string, Forgery> = {
  'alg none, no signature': { header: { alg: 'none' }, signWith: 'nothing' },
  'alg None, no signature': { header: { alg: 'None' }, signWith: 'nothing' },
  'alg none, signed': { header: { alg: 'none' } },
  'no signature': { signWith: 'nothing' },
  'alg HS256 with the public key': { header: { alg: 'HS256' }, signWith: 'the public key as a secret' },
  'alg ES384': { header: { alg: 'ES384' } },
  'alg RS256': { header: { alg: 'RS256' } },
  'no alg': { header: { alg: undefined } },
  'an unknown critical header': { header: { crit: ['exp'] } },
  'another key': { signWith: 'another key' },
  'another key under a new name': { header: { kid: 'theirs' }, signWith: 'another key' },
  'an unknown key name': { header: { kid: 'nobody' } },
  'a signature of zeros': { bend: swapped(2, (text) => 'A'.repeat(text.length)) },
  'a signature cut short': { bend: swapped(2, (text) => text.slice(0, -4)) },
  'a header changed after signing': { bend: swapped(0, (text) => `${text}A`) },
  'claims changed after signing': {
    bend: swapped(1, (text) =>
      Buffer.from(Buffer.from(text, 'base64url').toString().replace('hostile-subject', 'someone-else')).toString(
        'base64url',
      ),
    ),
  },
  'two parts': { bend: (token) => token.split('.').slice(0, 2).join('.') },
  'five parts': { bend: (token) => `${token}.x.y` },
  'no JSON': { bend: swapped(1, () => Buffer.from('{').toString('base64url')) },
  'an id token that is an object': { bend: () => ({ sub: 'hostile-subject' }) },
  'an empty id token': { bend: () => '' },
  'another audience': { claims: { aud: 'somebody-else' } },
  'no audience': { claims: { aud: undefined } },
  'an empty list of audiences': { claims: { aud: [] } },
  'a list of other audiences': { claims: { aud: ['a', 'b'] } },
  'us among the audiences but made for another': { claims: { aud: [HOSTILE_CLIENT, 'b'], azp: 'b' } },
  'us among the audiences, made for nobody': { claims: { aud: [HOSTILE_CLIENT, 'b'] } },
  'another issuer': { claims: { iss: 'https://accounts.example' } },
  'the issuer with a slash': { claims: { iss: `${hostile.issuer}/` } },
  'no issuer': { claims: { iss: undefined } },
  'expired an hour ago': { claims: { exp: now - 3_600 } },
  'expired a minute ago': { claims: { exp: now - 60 } },
  'no expiry': { claims: { exp: undefined } },
  'an expiry in words': { claims: { exp: 'tomorrow' } },
  'no time of issue': { claims: { iat: undefined } },
  'not valid yet': { claims: { nbf: now + 3_600 } },
  'no nonce': { claims: { nonce: undefined } },
  'an empty nonce': { claims: { nonce: '' } },
  'another nonce': { claims: { nonce: randomBytes(32).toString('base64url') } },
  'the nonce in a list': { claims: { nonce: ['x'] } },
  'no subject': { claims: { sub: undefined } },
  'an empty subject': { claims: { sub: '' } },
  'a subject that is a number': { claims: { sub: 7 } },
  'a subject of 256 characters': { claims: { sub: 'x'.repeat(256) } },
  'a subject with U+0000': { claims: { sub: 'wei\u0000' } },
  'a subject with half a character': { claims: { sub: 'wei\ud800' } },
  'no id token': { respond: ({ id_token: _, ...rest }) => ({ body: rest }) },
  'no access token': { respond: ({ access_token: _, ...rest }) => ({ body: rest }) },
  'another token type': { respond: (whole) => ({ body: { ...whole, token_type: 'mac' } }) },
  'a refusal': { respond: () => ({ status: 400, body: { error: 'invalid_grant' } }) },
  'a server error': { respond: () => ({ status: 500, body: 'oops', type: 'text/plain' }) },
  'a page': { respond: () => ({ body: '<!doctype html>', type: 'text/html' }) },
  'a redirect': { respond: () => ({ status: 302, body: {} }) },
};

test.each([1, 6_000])(
  'the lying provider is believed when it does not lie, with a code of %i characters',
  async (length) => {
    const browser = new Browser();
    hostile.forge({});
    const code = 'c'.repeat(length);
    const response = await browser.send(callbackOf('lying', { code, ...(await beginLying(browser)) }));
    expect(response.headers.get('location')).toBe('/chats');
    await database.read.deleteFrom('identity.session').execute();
    await database.read.deleteFrom('identity.account').where('provider', '=', 'lying').execute();
  },
);

test.each(Object.entries(forgeries))('an id token or answer is refused: %s', async (name, forgery) => {
  const browser = new Browser();
  hostile.forge(forgery);
  const response = await browser.send(callbackOf('lying', { code: 'c', ...(await beginLying(browser)) }));
  await expectNoSession(browser, response, name);
  const accounts = await database.read
    .selectFrom('identity.account')
    .where('provider', '=', 'lying')
    .selectAll()
    .execute();
  expect(accounts).toEqual([]);
});

test('a nonce of an earlier sign-in is refused in the next one', async () => {
  const browser = new Browser();
  hostile.forge({});
  await beginLying(browser);
  const begun = await browser.send(`${origin}/api/v1/auth/login?provider=lying`);
  const state = new URL(begun.headers.get('location')!).searchParams.get('state')!;
  await expectNoSession(
    browser,
    await browser.send(callbackOf('lying', { code: 'c', state, iss: hostile.issuer })),
    'nonce',
  );
});

const returns: Record<string, (query: { state: string; iss: string }) => Record<string, string>> = {
  'no state': ({ iss }) => ({ code: 'c', iss }),
  'an empty state': ({ iss }) => ({ code: 'c', iss, state: '' }),
  'a made-up state': ({ iss }) => ({ code: 'c', iss, state: randomBytes(32).toString('base64url') }),
  'a state with a letter more': ({ iss, state }) => ({ code: 'c', iss, state: `${state}x` }),
  'a state in another case': ({ iss, state }) => ({ code: 'c', iss, state: state.toUpperCase() }),
  'no code': (query) => query,
  'another issuer (mix-up)': ({ state }) => ({ code: 'c', state, iss: 'https://accounts.example' }),
  'no issuer although one was promised': ({ state }) => ({ code: 'c', state }),
  'an error of the provider': (query) => ({ ...query, error: 'server_error' }),
  'an error next to a code': (query) => ({ ...query, code: 'c', error: 'interaction_required' }),
};

test.each(Object.entries(returns))('a callback is refused: %s', async (name, queryOf) => {
  const browser = new Browser();
  hostile.forge({});
  const query = queryOf(await beginLying(browser));
  await expectNoSession(browser, await browser.send(callbackOf('lying', query)), name);
});

test('a doubled state or code is refused', async () => {
  for (const twice of ['state', 'code']) {
    const browser = new Browser();
    hostile.forge({});
    const address = callbackOf('lying', { code: 'c', ...(await beginLying(browser)) });
    await expectNoSession(browser, await browser.send(`${address}&${twice}=other`), twice);
  }
});

test('a state works once, in the browser that began, for its provider, for 600 s', async () => {
  const form = async (browser: Browser) =>
    browser.choose(await browser.openPersonas(origin), 'wei', { hold: 'callback' });

  const victim = new Browser();
  const callback = await form(victim);
  const thief = new Browser();
  await expectNoSession(thief, await thief.send(callback), 'another browser');
  await thief.openPersonas(origin);
  await expectNoSession(thief, await thief.send(callback), 'another browser with a sign-in of its own');
  const elsewhere = new URL(callback);
  elsewhere.pathname = '/api/v1/auth/callback/lying';
  await expectNoSession(victim, await victim.send(elsewhere), 'another provider');
  const own = await form(thief);
  const mixed = new URL(callback);
  mixed.searchParams.set('code', own.searchParams.get('code')!);
  await expectNoSession(victim, await victim.send(mixed), 'a code of another sign-in');
  await expectNoSession(victim, await victim.send(callback), 'a state that was taken');

  const planted = new Browser();
  planted.plant(origin, 'session', 'f'.repeat(43));
  const used = await form(planted);
  expect((await planted.send(used)).headers.get('location')).toBe('/chats');
  expect(planted.cookie(origin, 'session')).not.toBe('f'.repeat(43));
  const again = new Browser();
  again.plant(origin, 'sign-in', planted.cookie(origin, 'sign-in')!);
  await expectNoSession(again, await again.send(used), 'replayed by whoever copied the cookie');

  const late = new Browser();
  const expired = await form(late);
  await database.read
    .updateTable('identity.sign_in')
    .set({ expires_at: new Date(clock.now()) })
    .execute();
  await expectNoSession(late, await late.send(expired), 'expired at 600 s');
});

test('a provider whose name no database takes is none', async () => {
  const browser = new Browser();
  await beginLying(browser);
  const response = await browser.send(`${origin}/api/v1/auth/callback/a%00b?state=x`);
  await expectNoSession(browser, response, 'U+0000 in the name of the provider');
});
