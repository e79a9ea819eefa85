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

test('beside the session, which scripts cannot read, stands a cookie that only tells them of it, and which one it is', () => {
  const draft = { value: 'abc', lifetimeSeconds: 60 };
  const [session, told] = sessionCookies(http, draft);
  expect(session).toBe(setCookie(http, { kind: 'session', ...draft }));
  expect(told).toMatch(/^signed-in=[\w-]{8}; Path=\/; Max-Age=60; SameSite=Lax$/);
  expect(sessionCookies(https, draft)[1]).toBe(`${told}; Secure`);
  expect(sessionCookies(http, { ...draft, value: 'abd' })[1]).not.toBe(told);
  expect(sessionCookies(http, { value: '', lifetimeSeconds: 0 })[1]).toBe(
    'signed-in=; Path=/; Max-Age=0; SameSite=Lax',
  );
});
