import { afterAll, expect, test } from 'vitest';
import { createLimits } from '../platform/door/limits.ts';
import { freshDatabase } from '../testing/database.ts';
import { sessionCookie } from '../testing/person.ts';
import { Browser, startIdentityWorld } from './testing.ts';

const fresh = await freshDatabase();
const { origin, stop } = await startIdentityWorld(fresh, { limits: createLimits({ ...fresh, nodes: 'one' }) });
afterAll(stop);

const nobody = { origin, cookie: sessionCookie(origin, 'f'.repeat(43)) };

interface Knock {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
}

/** ok, or the reason of a refusal, in its body or in the redirect to the login page. */
async function knock({ path, ...request }: Knock): Promise<string> {
  const response = await fetch(`${origin}/api/v1/auth/${path}`, { ...request, redirect: 'manual' });
  const location = response.headers.get('location');
  if (location !== null) return new URL(location, origin).searchParams.get('error') ?? 'ok';
  return response.ok ? 'ok' : Object(await response.json()).error.details.reason;
}

test.each<[name: string, burst: number, answer: string, Knock]>([
  ['begins to sign in', 100, 'sign-in-failed', { method: 'GET', path: 'login?provider=nobody' }],
  ['comes back', 100, 'sign-in-failed', { method: 'GET', path: 'callback/local?code=c&state=made-up' }],
  ['asks for a bearer', 300, 'session-ended', { method: 'POST', path: 'token', headers: nobody }],
  ['logs out', 300, 'ok', { method: 'POST', path: 'logout', headers: nobody }],
])('who %s %i times in a moment is asked to wait then', async (_name, burst, answer, one) => {
  for (let i = 0; i < burst; i++) expect(await knock(one)).toBe(answer);
  expect(await knock(one)).toBe('too-many-requests');
});

test('who has no session to ask for is told so however often they ask', async () => {
  const visitor: Knock = { method: 'POST', path: 'token', headers: { origin } };
  for (let i = 0; i < 301; i++) expect(await knock(visitor)).toBe('not-authenticated');
});

test('who is signed in gets bearers while cookies that nobody was given have used up the turns of the network', async () => {
  await fresh.clock.advance(60_000);
  const browser = new Browser();
  await browser.signIn(origin, 'wei');
  const forged: Knock = { method: 'POST', path: 'token', headers: nobody };
  while ((await knock(forged)) !== 'too-many-requests');
  const ask = async (): Promise<number> =>
    (await browser.send(`${origin}/api/v1/auth/token`, { method: 'POST', headers: { origin } })).status;
  const statuses: number[] = [];
  for (let i = 0; i < 61; i++) statuses.push(await ask());
  expect(statuses.indexOf(429)).toBe(60);
});
