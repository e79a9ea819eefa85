import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { Browser, startIdentityWorld } from './testing.ts';

const publicUrl = 'https://yonder.example';
const world = await startIdentityWorld(await freshDatabase(), { publicUrl });
afterAll(() => world.stop());

/** What a proxy in front of the server passes on. */
const proxied = { 'x-forwarded-host': 'yonder.example', 'x-forwarded-proto': 'https' };

test('behind a proxy the whole sign-in happens at the public address, with cookies bound to it', async () => {
  const begun = await new Browser().send(`${world.twin}/api/v1/auth/login?provider=local&returnTo=/home`, {
    headers: proxied,
  });
  const atProvider = new URL(begun.headers.get('location')!);
  expect(atProvider.searchParams.get('redirect_uri')).toBe(`${publicUrl}/api/v1/auth/callback/local`);
  const [signInCookie] = begun.headers.getSetCookie();
  expect(signInCookie).toMatch(/^__Host-sign-in=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);

  const browser = new Browser();
  const { url, response } = await browser.visit(atProvider);
  const form = new URL(/action="([^"]+\/login)"/.exec(await response.text())![1]!, url).href;
  const callback = await browser.choose(form, 'wei', { hold: 'callback' });
  expect(callback.origin).toBe(publicUrl);

  const cookie = signInCookie!.split(';')[0]!;
  const returned = await fetch(`${world.twin}${callback.pathname}${callback.search}`, {
    headers: { ...proxied, cookie },
    redirect: 'manual',
  });
  expect(returned.headers.get('location')).toBe('/home');
  const session = returned.headers.getSetCookie()[0]!;
  expect(session).toMatch(/^__Host-session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/);

  const mint = (origin: string) =>
    fetch(`${world.twin}/api/v1/auth/token`, {
      method: 'POST',
      headers: { ...proxied, origin, cookie: session.split(';')[0]! },
    });
  expect((await mint(publicUrl)).status).toBe(200);
  expect((await mint(world.origin)).status).toBe(403);
});

test.each([
  ['login?provider=local&returnTo=/chats', '/chats'],
  ['callback/local?code=x&state=y', '/chats'],
])('at a host that is none of ours %s begins nothing, and leads to the page that says why', async (path, returnTo) => {
  const headers = { 'x-forwarded-host': 'yonder.example, evil.example' };
  const response = await fetch(`${world.twin}/api/v1/auth/${path}`, { headers, redirect: 'manual' });
  const page = `/login?${new URLSearchParams({ returnTo, error: 'foreign-origin' })}`;
  expect([response.status, response.headers.get('location'), response.headers.getSetCookie()]).toEqual([303, page, []]);
});

test('a sign-in at the name with a dot at its end goes on at the address that cookies are kept for', async () => {
  const query = '/api/v1/auth/login?provider=local&returnTo=/home';
  const begun = await new Browser().send(`${world.twin}${query}`, {
    headers: { 'x-forwarded-host': 'yonder.example.' },
  });
  expect([begun.status, begun.headers.get('location')]).toEqual([303, `${publicUrl}${query}`]);
  expect(begun.headers.getSetCookie()).toEqual([]);
});

test('a proxy that writes the port of https leads to the same sign-in', async () => {
  const headers = { 'x-forwarded-host': 'yonder.example:443' };
  const begun = await new Browser().send(`${world.twin}/api/v1/auth/login?provider=local`, { headers });
  const atProvider = new URL(begun.headers.get('location')!);
  expect(atProvider.searchParams.get('redirect_uri')).toBe(`${publicUrl}/api/v1/auth/callback/local`);
});
