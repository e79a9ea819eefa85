import { expect, onTestFinished, test } from 'vitest';
import { tokenAnswer } from '@yonder/contract';
import { createLog } from '../platform/log.ts';
import { freshDatabase } from '../testing/database.ts';
import type { ProviderSettings } from './providers.ts';
import { Browser, startIdentityWorld } from './testing.ts';
import { HOSTILE_CLIENT, startHostileProvider, type Forgery } from './testing-hostile-provider.ts';

const fresh = await freshDatabase();
const lines: string[] = [];
const log = createLog({ to: { write: (line) => void lines.push(line) } });

/** Signs in at a provider that answers like this; returns where the browser is sent, and what is stored of the name. */
async function signIn(forgery: Forgery, given: Partial<ProviderSettings> = {}) {
  const provider = await startHostileProvider();
  const settings = { id: 'as-it-is', name: 'As it is', issuer: provider.issuer, clientId: HOSTILE_CLIENT, ...given };
  const { origin, stop } = await startIdentityWorld({ ...fresh, log }, { providers: [settings] });
  onTestFinished(async () => {
    provider.stop();
    await stop();
  });
  lines.length = 0;
  provider.forge(forgery);
  const browser = new Browser();
  const begun = await browser.send(`${origin}/api/v1/auth/login?provider=as-it-is`);
  const { searchParams } = new URL(begun.headers.get('location')!);
  provider.expect(searchParams.get('nonce')!);
  const query = new URLSearchParams({ code: 'c', state: searchParams.get('state')!, iss: provider.issuer });
  const { headers } = await browser.send(`${origin}/api/v1/auth/callback/as-it-is?${query}`);
  const answer = await browser.post(origin, '/api/v1/auth/token');
  const userId = answer.ok ? tokenAnswer.parse(await answer.json()).userId : null;
  const account = fresh.database.read.selectFrom('identity.account').where('user_id', '=', userId!);
  const name = userId === null ? null : (await account.select('suggested_name').executeTakeFirst())?.suggested_name;
  return { location: headers.get('location'), name, request: provider.tokenRequests[0] };
}

const SECRET = { clientSecret: 'a secret+1' };
const methods = (...all: string[]): Forgery => ({ metadata: { token_endpoint_auth_methods_supported: all } });

test.each<[string, Forgery, Partial<ProviderSettings>, 'basic' | 'post']>([
  ['says nothing of how', {}, {}, 'basic'],
  ['takes both', methods('client_secret_post', 'client_secret_basic'), {}, 'basic'],
  ['takes the form alone', methods('private_key_jwt', 'client_secret_post'), {}, 'post'],
  ['takes both, but not really', methods('client_secret_basic'), { clientAuth: 'client_secret_post' }, 'post'],
])('a provider that %s gets the secret where it wants it', async (_, forgery, given, where) => {
  const { location, request } = await signIn(forgery, { ...SECRET, ...given });
  expect(location).toBe('/chats');
  const { authorization, form } = request!;
  expect([authorization?.slice(0, 5), form.get('client_secret')]).toEqual(
    where === 'basic' ? ['Basic', null] : [undefined, SECRET.clientSecret],
  );
});

test('a name comes from userinfo where the id token has none', async () => {
  const body = { sub: 'hostile-subject', name: 'Ann' };
  expect(await signIn({ userInfo: { body } })).toMatchObject({ location: '/chats', name: 'Ann' });
});

test.each<[string, Forgery]>([
  ['has no userinfo', {}],
  ['answers userinfo with 401', { userInfo: { status: 401, body: { error: 'invalid_token' } } }],
  ['answers userinfo with 403', { userInfo: { status: 403, body: {} } }],
  ['answers userinfo with 500', { userInfo: { status: 500, type: 'text/plain', body: 'oops' } }],
  ['answers userinfo with a page', { userInfo: { type: 'text/html', body: '<!doctype html>' } }],
  ['answers userinfo with a JWT that nobody signed', { userInfo: { type: 'application/jwt', body: 'e30.e30.e30' } }],
  ['answers userinfo with what is no JSON', { userInfo: { body: '{' } }],
  ['answers userinfo without a subject', { userInfo: { body: { name: 'Ann' } } }],
  ['answers userinfo about another', { userInfo: { body: { sub: 'another', name: 'Bob' } } }],
  ['never answers userinfo', { userInfo: null }],
])('whoever comes from a provider that %s is signed in without a suggested name', async (_, forgery) => {
  expect(await signIn(forgery)).toMatchObject({ location: '/chats', name: '' });
});

test.each<[string, Forgery, string]>([
  ['no nonce', { claims: { nonce: undefined } }, 'JWT \\"nonce\\" (nonce) claim missing'],
  ['another nonce', { claims: { nonce: 'other' } }, 'unexpected ID Token \\"nonce\\" claim value'],
  ['a refusal', { respond: () => ({ status: 401, body: { error: 'invalid_client' } }) }, ': invalid_client'],
])('%s is refused, and the log says that it was this', async (_, forgery, why) => {
  expect((await signIn(forgery)).location).toBe('/login?returnTo=%2Fchats&error=sign-in-failed');
  expect(lines.join('')).toContain(why);
});

test('what a provider answers in place of JSON is in no log', async () => {
  await signIn({ respond: () => ({ body: 'secret-code' }) });
  expect(lines.join('')).toContain('a sign-in did not succeed');
  expect(lines.join('')).not.toContain('secret');
});
