import { expect, test } from 'vitest';
import { readCookie, sessionCookies, setCookie } from './cookies.ts';

const http = 'http://localhost:3000';
const https = 'https://yonder.example';

test('over http a cookie is HttpOnly and SameSite=Lax', () => {
  expect(setCookie(http, { kind: 'session', value: 'abc', lifetimeSeconds: 60 })).toBe(
    'session=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax',
  );
});

test('over https it is Secure as well and bound to its host', () => {
  expect(setCookie(https, { kind: 'sign-in', value: 'abc', lifetimeSeconds: 60 })).toBe(
    '__Host-sign-in=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
});

test('a cookie is found among others, and only under its whole name', () => {
  const header = 'mysession=no; session=abc; sign-in=xyz';
  expect(readCookie(header, { kind: 'session', origin: http })).toBe('abc');
  expect(readCookie(header, { kind: 'sign-in', origin: http })).toBe('xyz');
  expect(readCookie(header, { kind: 'session', origin: https })).toBeUndefined();
  expect(readCookie(undefined, { kind: 'session', origin: http })).toBeUndefined();
});

test('beside the session, which scripts cannot read, stands a cookie that only tells them of it', () => {
  const draft = { value: 'abc', lifetimeSeconds: 60 };
  expect(sessionCookies(http, draft)).toEqual([
    setCookie(http, { kind: 'session', ...draft }),
    'signed-in=1; Path=/; Max-Age=60; SameSite=Lax',
  ]);
  expect(sessionCookies(https, draft)[1]).toBe('signed-in=1; Path=/; Max-Age=60; SameSite=Lax; Secure');
});
