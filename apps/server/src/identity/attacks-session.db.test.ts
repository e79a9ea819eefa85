import { createHmac, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { tokenAnswer } from '@yonder/contract';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../testing/database.ts';
import { sessionCookie } from '../testing/person.ts';
import { TOKEN_KEYS } from './admission.ts';
import { sealBearer } from './bearer.ts';
import { Browser, startIdentityWorld } from './testing.ts';

const fresh = await freshDatabase();
const { database, clock } = fresh;
const world = await startIdentityWorld(fresh);
const { origin, twin, identity, keys } = world;
let attacks = 0;
afterAll(async () => {
  await world.stop();
  expect(attacks).toBeGreaterThanOrEqual(200);
});

const bearer = { userId: 'ann', sid: 'one', onboarded: true, expiresAt: clock.now() + 60_000 };
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function forgedBearers(): string[] {
  const key = keys.signing(TOKEN_KEYS);
  const genuine = sealBearer(bearer, key);
  const [kid = '', body = '', seal = ''] = genuine.split('.');
  const algorithms = ['none', 'None', 'NONE', '', 'HS256', 'HS384', 'HS512', 'RS256', 'ES256', 'EdDSA', 'dir'];
  const claims = base64url({ sub: 'ann', sid: 'one', onb: true, exp: bearer.expiresAt });
  const jwts = algorithms.flatMap((alg) => {
    const head = `${base64url({ alg, typ: 'JWT', kid })}.${claims}`;
    const mac = createHmac('sha256', key.secret).update(head).digest('base64url');
    return [`${head}.`, head, `${head}.${mac}`, `${head}.${seal}`];
  });
  const bits = Array.from({ length: 80 }, (_, i) => {
    const at = Math.floor((i * genuine.length) / 80);
    return genuine.slice(0, at) + (genuine[at] === 'x' ? 'y' : 'x') + genuine.slice(at + 1);
  });
  const foreign = { kid: kid, secret: randomBytes(32) };
  return [
    ...jwts,
    ...bits,
    sealBearer(bearer, foreign),
    sealBearer(bearer, { ...foreign, kid: 'unknown' }),
    sealBearer(bearer, { ...key, kid: `${kid}x` }),
    sealBearer({ ...bearer, expiresAt: clock.now() }, key),
    sealBearer({ ...bearer, expiresAt: clock.now() - 1 }, key),
    sealBearer({ ...bearer, expiresAt: -1 }, key),
    `${kid}.${base64url({ sub: 'bob', sid: 'one', onb: true, exp: bearer.expiresAt })}.${seal}`,
    `${kid}..${seal}`,
    `.${body}.${seal}`,
    `${kid}.${body}.`,
    `${kid}.${body}`,
    `${genuine}=`,
    `${genuine}.`,
    ` ${genuine}`,
    `${genuine}\n`,
    genuine.toUpperCase(),
    body,
    seal,
    kid,
    '',
    '.',
    '..',
    '...',
    'null',
    'undefined',
    '{}',
    'a.b.c',
    `__proto__.${body}.${seal}`,
    `constructor.${body}.${seal}`,
    'Bearer',
    `Bearer ${genuine}`,
    'x'.repeat(2_000),
  ];
}

test('no forged, tampered, expired or foreign bearer is accepted', () => {
  expect(identity.admission.authenticate(sealBearer(bearer, keys.signing(TOKEN_KEYS)))).toEqual(bearer);
  for (const forged of forgedBearers()) {
    attacks += 1;
    expect(() => identity.admission.authenticate(forged), forged).toThrow('Not authenticated');
  }
});

test('a key of another purpose seals no bearer, nor one retired for an hour', async () => {
  const { accepted } = keys;
  const other = { kid: '0199aaaa-0000-7000-8000-00000000ffff', secret: randomBytes(32) };
  await database.read
    .insertInto('platform.server_key')
    .values({ ...other, purpose: 'media', usable_at: new Date(clock.now()) })
    .execute();
  await keys.load();
  expect(accepted('media', other.kid)).toBeDefined();
  expect(() => identity.admission.authenticate(sealBearer(bearer, other))).toThrow('Not authenticated');
  const old = { kid: '0199aaaa-0000-7000-8000-00000000fffe', secret: randomBytes(32) };
  const retired_at = new Date(clock.now() - 3_600_000);
  await database.read
    .insertInto('platform.server_key')
    .values({ ...old, purpose: TOKEN_KEYS, usable_at: new Date(0), retired_at })
    .execute();
  await keys.load();
  expect(() => identity.admission.authenticate(sealBearer(bearer, old))).toThrow('Not authenticated');
  attacks += 2;
});

const foreignPages: Record<string, string>[] = [
  'http://evil.example',
  'https://evil.example',
  'null',
  'http://localhost',
  'http://localhost:1',
  origin.replace('http', 'https'),
  `${origin}.evil.example`,
  origin.toUpperCase(),
  `${origin}/`,
  `${origin}, ${origin}`,
  twin,
  'file://',
  'chrome-extension://x',
  '',
]
  .map((page): Record<string, string> => ({ origin: page }))
  .concat(['cross-site', 'same-site', 'none'].map((site) => ({ 'sec-fetch-site': site })));

test.each(['/api/v1/auth/token', '/api/v1/auth/logout'])('%s acts for no page but our own', async (path) => {
  const browser = new Browser();
  await browser.signIn(origin, 'noor');
  for (const headers of foreignPages) {
    attacks += 1;
    const response = await browser.send(`${origin}${path}`, { method: 'POST', headers });
    expect(response.status, JSON.stringify(headers)).toBe(403);
  }
  for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
    attacks += 1;
    expect((await browser.send(`${origin}${path}`, { method, headers: { origin } })).status, method).toBe(405);
  }
  expect((await browser.post(origin, '/api/v1/auth/token')).status).toBe(200);
});

test('a host that is none of ours gets neither bearer nor sign-in', async () => {
  const browser = new Browser();
  await browser.signIn(origin, 'noor');
  const port = new URL(origin).port;
  for (const host of ['evil.example', `evil.example:${port}`, 'localhost', `localhost:${port}.evil.example`]) {
    attacks += 1;
    expect(await statusWithHost(browser, host), host).toBe(403);
  }
});

test('a session cookie that is forged, copied from the database, ended or replaced mints nothing', async () => {
  const browser = new Browser();
  await browser.signIn(origin, 'kai');
  const replaced = browser.cookie(origin, 'session')!;
  const { accessToken } = tokenAnswer.parse(await (await browser.post(origin, '/api/v1/auth/token')).json());
  await browser.signIn(origin, 'kai');
  const ended = browser.cookie(origin, 'session')!;
  const rows = await database.read.selectFrom('identity.session').select(['sid', 'token_hash']).execute();
  await browser.post(origin, '/api/v1/auth/logout');
  const kept = rows.flatMap(({ sid, token_hash }) => [
    sid,
    ...(['hex', 'base64', 'base64url'] as const).map((form) => token_hash.toString(form)),
  ]);
  const made = [
    '',
    'null',
    '0',
    "' OR 1=1 --",
    '%00',
    'f'.repeat(43),
    randomBytes(32).toString('base64url'),
    'x'.repeat(4_000),
    accessToken,
  ];
  for (const value of [replaced, ended, ...kept, ...made]) {
    attacks += 1;
    const response = await fetch(`${origin}/api/v1/auth/token`, {
      method: 'POST',
      headers: { origin, cookie: sessionCookie(origin, encodeURI(value)) },
    });
    expect(response.status, value).toBe(401);
  }
});

test('a bearer in place of the cookie, or the cookie’s token in place of a bearer, opens nothing', async () => {
  const browser = new Browser();
  await browser.signIn(origin, 'ama');
  const { accessToken } = tokenAnswer.parse(await (await browser.post(origin, '/api/v1/auth/token')).json());
  const authorization = `Bearer ${accessToken}`;
  const response = await fetch(`${origin}/api/v1/auth/token`, { method: 'POST', headers: { origin, authorization } });
  expect(response.status).toBe(401);
  expect(() => identity.admission.authenticate(browser.cookie(origin, 'session')!)).toThrow('Not authenticated');
  attacks += 2;
});

/** fetch lets no Host be chosen. */
async function statusWithHost(browser: Browser, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const headers = { host, origin, cookie: sessionCookie(origin, browser.cookie(origin, 'session')!) };
  request(`${twin}/api/v1/auth/token`, { method: 'POST', headers }, (response) => {
    response.resume();
    resolve(response.statusCode ?? 0);
  })
    .on('error', reject)
    .end();
  return promise;
}
