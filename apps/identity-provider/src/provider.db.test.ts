import { fork, type ChildProcess } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { personas, startIdentityProvider } from './index.ts';

const redirectUri = 'http://localhost:23999/api/v1/auth/callback/local';
const provider = await startIdentityProvider({ port: 0, redirectUris: [redirectUri], productName: 'Yonder & Co' });
afterAll(() => provider.stop());

const verifier = randomBytes(32).toString('base64url');
const request = {
  client_id: provider.clientId,
  response_type: 'code',
  scope: 'openid profile',
  redirect_uri: redirectUri,
  state: 'state',
  nonce: 'nonce',
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
};

function begin(changes: Record<string, string | undefined> = {}): Promise<Response> {
  const query = Object.entries({ ...request, ...changes }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const address = `${provider.issuer}/auth?${new URLSearchParams(Object.fromEntries(query))}`;
  return fetch(address, { redirect: 'manual', headers: { accept: 'text/html' } });
}

/** A page reached, with the cookies to press its buttons. */
async function openPage() {
  const response = await begin();
  const address = new URL(response.headers.get('location')!, provider.issuer).href;
  const cookie = response.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ');
  const press = (step: string, body: BodyInit = '') =>
    fetch(`${address}/${step}`, { method: 'POST', redirect: 'manual', headers: { cookie }, body });
  return { address, cookie, press, page: await fetch(address, { headers: { cookie } }) };
}

test('the page names the product and has a button for each of the eight personas, and loads nothing', async () => {
  const { page } = await openPage();
  const html = await page.text();
  const buttons = [...html.matchAll(/<button name="sub" value="(\w+)">/g)].map(([, sub]) => sub);
  expect(buttons).toEqual(['wei', 'mei', 'kai', 'ama', 'noor', 'mateo', 'nameless', 'teen']);
  expect(buttons).toEqual(Object.keys(personas));
  expect(html).toContain('<title>Sign in to Yonder &#38; Co</title>');
  expect(html).not.toMatch(/<script|\bsrc=|<link|style=/);
  expect(page.headers.get('cache-control')).toBe('no-store');
  const policy = page.headers.get('content-security-policy')!;
  const style = /<style>([^]*)<\/style>/.exec(html)![1]!;
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("form-action 'self' http://localhost:23999;");
});

test('its cookies have names of their own and are not for scripts', async () => {
  const cookies = (await begin()).headers.getSetCookie();
  const names = cookies.map((cookie) => cookie.split('=')[0]);
  expect(names.filter((name) => !name?.startsWith('idp_'))).toEqual([]);
  for (const cookie of cookies) expect(cookie).toMatch(/; httponly/i);
});

test.each(Object.keys(personas))('%s signs in and comes back with a code and the state', async (sub) => {
  const { press, cookie } = await openPage();
  const pressed = await press('login', new URLSearchParams({ sub }));
  const resumed = await fetch(pressed.headers.get('location')!, { redirect: 'manual', headers: { cookie } });
  const back = new URL(resumed.headers.get('location')!);
  expect(back.origin + back.pathname).toBe(redirectUri);
  expect(back.searchParams.get('state')).toBe('state');

  const body = {
    grant_type: 'authorization_code',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    code: back.searchParams.get('code')!,
    code_verifier: verifier,
  };
  const answer: unknown = await (
    await fetch(`${provider.issuer}/token`, { method: 'POST', body: new URLSearchParams(body) })
  ).json();
  const claims: unknown = JSON.parse(
    Buffer.from(String(Object(answer).id_token).split('.')[1]!, 'base64url').toString(),
  );
  expect(claims).toMatchObject({ sub, nonce: 'nonce', aud: provider.clientId, iss: provider.issuer });
  expect(Object(claims).name).toBe(Object.entries(personas).find(([id]) => id === sub)![1].name ?? undefined);

  const again = await fetch(`${provider.issuer}/token`, { method: 'POST', body: new URLSearchParams(body) });
  expect(again.status).toBe(400);
});

test('Back to a sign-in that is over leads to the product, never to where the request says', async () => {
  const { address, press, cookie } = await openPage();
  const pressed = await press('login', new URLSearchParams({ sub: 'wei' }));
  await fetch(pressed.headers.get('location')!, { redirect: 'manual', headers: { cookie } });
  for (const host of ['localhost:1', 'evil.example']) {
    const { status, location } = await backTo(address, { cookie, host });
    expect([status, location]).toEqual([303, 'http://localhost:23999/']);
  }
});

/** What fetch does not do: asked for by another name. */
async function backTo(address: string, headers: { cookie: string; host: string }) {
  const [answer] = (await once(get(address, { headers }), 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode, location: answer.headers.location };
}

test('Cancel comes back with access_denied', async () => {
  const { press, cookie } = await openPage();
  const resumed = await fetch((await press('cancel')).headers.get('location')!, {
    redirect: 'manual',
    headers: { cookie },
  });
  expect(new URL(resumed.headers.get('location')!).searchParams.get('error')).toBe('access_denied');
});

test.each([
  ['an address that is not on the list', { redirect_uri: 'http://localhost:23998/api/v1/auth/callback/local' }],
  ['another path', { redirect_uri: 'http://localhost:23999/other' }],
  ['another host', { redirect_uri: 'http://evil.example/api/v1/auth/callback/local' }],
  ['an unknown client', { client_id: 'somebody' }],
])('%s is shown an error here and sent nowhere', async (_name, changes) => {
  const response = await begin(changes);
  expect(response.status).toBe(400);
  expect(response.headers.get('location')).toBeNull();
  expect(await response.text()).toContain('This sign-in cannot go on');
});

test('without PKCE there is no sign-in', async () => {
  const response = await begin({ code_challenge: undefined, code_challenge_method: undefined });
  expect(new URL(response.headers.get('location')!).searchParams.get('error')).toBe('invalid_request');
});

test.each(['root', '', '__proto__', 'constructor', 'x'.repeat(2_000)])('there is nobody called "%s"', async (sub) => {
  const { press } = await openPage();
  const response = await press('login', new URLSearchParams({ sub }));
  expect(response.status).toBe(400);
  expect(response.headers.get('location')).toBeNull();
});

test('another browser cannot use a page’s address', async () => {
  const { address } = await openPage();
  expect((await fetch(address, { redirect: 'manual' })).status).toBe(303);
  const body = new URLSearchParams({ sub: 'wei' });
  expect((await fetch(`${address}/login`, { method: 'POST', body, redirect: 'manual' })).status).toBe(400);
});

function startProcess(env: Record<string, string>): { child: ChildProcess; output: () => string } {
  let output = '';
  const child = fork(fileURLToPath(new URL('main.ts', import.meta.url)), {
    env: { ...process.env, ...env },
    silent: true,
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += String(chunk)));
  return { child, output: () => output };
}

test('as a process it tells when it is ready, writes nothing, and ends with its parent', async () => {
  const { child, output } = startProcess({ PORT: '23990', IDENTITY_PORT: '23991', PRODUCT_NAME: 'Yonder' });
  const [message] = await once(child, 'message');
  expect(message).toEqual({ ready: 'http://127.0.0.1:23991' });
  const discovery = await fetch('http://127.0.0.1:23991/.well-known/openid-configuration');
  expect(discovery.status).toBe(200);
  await discovery.arrayBuffer();
  child.disconnect();
  expect(await once(child, 'exit')).toEqual([0, null]);
  expect(output()).toBe('');
});

test.each([
  [
    () => ({ IDENTITY_PORT: new URL(provider.issuer).port }),
    /^The local identity provider cannot start: port \d+ is taken\. .*\n$/,
  ],
  [() => ({ IDENTITY_PORT: 'x' }), /^IDENTITY_PORT must be a port number from 1 to 65535\.\n$/],
  [() => ({ PORT: '70000' }), /^PORT must be a port number from 1 to 65535\.\n$/],
])('a start that cannot be says why in one line (%#)', async (env, line) => {
  const { child, output } = startProcess(env());
  expect(await once(child, 'exit')).toEqual([1, null]);
  await expect.poll(output).toMatch(line);
});
