import { expect, test } from 'vitest';
import { readCookie, setCookie } from './cookies.ts';

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
