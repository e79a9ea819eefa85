import { expect, test } from 'vitest';
import { cookieName, readCookie, sessionCookies, setCookie } from './cookies.ts';

const http = 'http://localhost:3000';
const https = 'https://yonder.example';

test('over http a cookie is HttpOnly and SameSite=Lax', () => {
  expect(setCookie(http, { kind: 'session', value: 'abc', lifetimeSeconds: 60 })).toBe(
    'session-3000=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax',
  );
});

test('over https it is Secure as well and bound to its host', () => {
  expect(setCookie(https, { kind: 'sign-in', value: 'abc', lifetimeSeconds: 60 })).toBe(
    '__Host-sign-in=abc; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
});

test('a cookie is found among others, and only under its whole name', () => {
  const header = 'mysession-3000=no; session-3000=abc; session=old; session-30001=no; sign-in-3000=xyz';
  expect(readCookie(header, { kind: 'session', origin: http })).toBe('abc');
  expect(readCookie(header, { kind: 'sign-in', origin: http })).toBe('xyz');
  expect(readCookie(header, { kind: 'session', origin: https })).toBeUndefined();
  expect(readCookie(undefined, { kind: 'session', origin: http })).toBeUndefined();
});

test('beside the session, which scripts cannot read, stands a cookie that only tells them of it, and which one it is', () => {
  const draft = { value: 'abc', lifetimeSeconds: 60 };
  const [session, told] = sessionCookies(http, draft);
  expect(session).toBe(setCookie(http, { kind: 'session', ...draft }));
  expect(told).toMatch(/^signed-in-3000=[\w-]{8}; Path=\/; Max-Age=60; SameSite=Lax$/);
  expect(sessionCookies(https, draft)[1]).toBe(`${told?.replace('-3000', '')}; Secure`);
  expect(sessionCookies(http, { ...draft, value: 'abd' })[1]).not.toBe(told);
  expect(sessionCookies(http, { value: '', lifetimeSeconds: 0 })[1]).toBe(
    'signed-in-3000=; Path=/; Max-Age=0; SameSite=Lax',
  );
});

test('two instances on one host keep their cookies apart, which browsers do not do by port', () => {
  const [one, other] = ['http://localhost:3000', 'http://localhost:4000'];
  const sent = [one, other].map((origin) => sessionCookies(origin, { value: origin.slice(-4), lifetimeSeconds: 60 }));
  const header = sent
    .flat()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
  expect(readCookie(header, { kind: 'session', origin: one })).toBe('3000');
  expect(readCookie(header, { kind: 'session', origin: other })).toBe('4000');
  expect(new Set(sent.flat().map((cookie) => cookie.split('=')[0])).size).toBe(4);
  expect(cookieName('session', 'https://yonder.example:8443')).toBe('__Host-session-8443');
});

test('a cookie without a value hides none of the same name that has one', () => {
  const origin = 'http://localhost:3000';
  expect(readCookie('session-3000=; session-3000=abc', { kind: 'session', origin })).toBe('abc');
  expect(readCookie('session-3000=', { kind: 'session', origin })).toBeUndefined();
});
