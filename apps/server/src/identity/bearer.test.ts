import { createHmac, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Bearer } from '../platform/dispatcher.ts';
import { openBearer, sealBearer } from './bearer.ts';

const key = { kid: '0199aaaa-0000-7000-8000-000000000000', secret: randomBytes(32) };
const bearer: Bearer = { userId: 'ann', sid: 'session', onboarded: true, expiresAt: 1_000 };
const secretOf = (kid: string) => (kid === key.kid ? key.secret : undefined);
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token in JSON Web Token form, sealed with our own secret unless another is given. */
function jwt(header: object, { secret = key.secret, hash = 'sha256' } = {}): string {
  const body = `${base64url(header)}.${base64url({ sub: 'ann', sid: 'session', onb: true, exp: 1_000 })}`;
  return `${body}.${createHmac(hash, secret).update(body).digest('base64url')}`;
}

test('a bearer says what was sealed into it', () => {
  expect(openBearer(sealBearer(bearer, key), secretOf)).toEqual(bearer);
  const leaving = { ...bearer, leaving: true } as const;
  expect(openBearer(sealBearer(leaving, key), secretOf)).toEqual(leaving);
});

test('a bearer of a forgotten key is refused', () => {
  expect(openBearer(sealBearer(bearer, key), () => undefined)).toBeUndefined();
});

test('a bearer sealed with another secret under our key name is refused', () => {
  expect(openBearer(sealBearer(bearer, { ...key, secret: randomBytes(32) }), secretOf)).toBeUndefined();
});

test('a bearer with any one character changed, dropped or added is refused', () => {
  const token = sealBearer(bearer, key);
  for (let i = 0; i < token.length; i++) {
    const other = token[i] === 'A' ? 'B' : 'A';
    expect(openBearer(token.slice(0, i) + other + token.slice(i + 1), secretOf)).toBeUndefined();
    expect(openBearer(token.slice(0, i) + token.slice(i + 1), secretOf)).toBeUndefined();
    expect(openBearer(`${token.slice(0, i)}A${token.slice(i)}`, secretOf)).toBeUndefined();
  }
});

test('another payload under a genuine seal is refused', () => {
  const [kid, , seal] = sealBearer(bearer, key).split('.');
  const body = base64url({ sub: 'bob', sid: 'session', onb: true, exp: 9_999 });
  expect(openBearer(`${kid}.${body}.${seal}`, secretOf)).toBeUndefined();
});

test.each([
  ['alg none', `${base64url({ alg: 'none', kid: key.kid })}.${base64url({ sub: 'ann' })}.`],
  ['alg none without a last dot', `${base64url({ alg: 'none' })}.${base64url({ sub: 'ann' })}`],
  ['alg HS256 with our secret', jwt({ alg: 'HS256', kid: key.kid })],
  ['alg HS512 with our secret', jwt({ alg: 'HS512', kid: key.kid }, { hash: 'sha512' })],
  ['a key name of the prototype', sealBearer(bearer, { ...key, kid: '__proto__' })],
  ['an empty key name', sealBearer(bearer, { ...key, kid: '' })],
  ['an empty seal', `${key.kid}.${base64url({ sub: 'ann' })}.`],
  ['a fourth part', `${sealBearer(bearer, key)}.x`],
  ['nothing', ''],
  ['dots', '...'],
])('%s is refused', (_name, token) => {
  expect(openBearer(token, secretOf)).toBeUndefined();
});
