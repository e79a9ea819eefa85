import { expect, test } from 'vitest';
import { DEFAULT_RETURN, safeReturnPath } from './return-to.ts';

const origin = 'http://localhost:3000';

test.each([
  ['/', '/'],
  ['/chats', '/chats'],
  [
    '/chat/0199aaaa-0000-7000-8000-000000000000?tab=call#newest',
    '/chat/0199aaaa-0000-7000-8000-000000000000?tab=call#newest',
  ],
  ['/profile/../chats', '/chats'],
  ['/apiary', '/apiary'],
  ['/search?next=//evil.example', '/search?next=//evil.example'],
  ['/grüße', '/gr%C3%BC%C3%9Fe'],
])('%s leads to %s', (from, to) => {
  expect(safeReturnPath(from)).toBe(to);
});

test.each([undefined, null, 7, {}, [], ['/chats', '/home'], '', ' ', 'chats', `/${'a'.repeat(500)}`])(
  '%j leads to the default',
  (from) => {
    expect(safeReturnPath(from)).toBe(DEFAULT_RETURN);
  },
);

test.each([
  '/api/v1/auth/login?provider=local',
  '/api',
  '/API/v1/auth/logout',
  '/x/../api/v1/auth/login',
  '/%61pi/v1/config',
  '/%',
])('%s is no page and leads to the default', (from) => {
  expect(safeReturnPath(from)).toBe(DEFAULT_RETURN);
});

const hosts = ['evil.example', 'localhost:3000@evil.example', '%65vil.example', 'evil。example'];
const leaves = [
  '//',
  '///',
  '////',
  '/\\',
  '\\/',
  '\\\\',
  '/\\\\',
  '/\\/',
  '/\t/',
  '/\n/',
  '/\r/',
  '/\r\n/',
  '\t//',
  ' //',
  '/\u0000/',
  '/.//',
  '/..//',
  '/./..//',
  '/a/..//',
  '/a/../..//',
  '/.\t//',
  '/%2e//',
  '/%2e%2e//',
  '/a/%2e%2e//',
  '/%2E%2e//',
  'http://',
  'https://',
  'HTTP://',
  'http:/',
  'http:',
  'https:\\\\',
  'hTTps:///',
  'ftp://',
  'javascript:alert(1)//',
  'JaVaScRiPt:alert(1)//',
  'java\tscript:alert(1)//',
  '\u0001javascript:alert(1)//',
  'data:text/html,',
  'vbscript:',
  'blob:http://',
  'file://',
  '//user:password@',
  '/\u2028//',
  '/\u0085/',
  '@',
  '.',
  '?//',
  '#//',
  '/%09/',
  '/%5c',
  '/%2f%2f',
  '/;//',
  '/\u00a0//',
];
const attacks = leaves.flatMap((prefix) => hosts.map((host) => prefix + host));

test(`of ${attacks.length} attacks none leaves the origin`, () => {
  expect(attacks.length).toBeGreaterThanOrEqual(60);
  for (const attack of attacks) {
    const path = safeReturnPath(attack);
    expect(new URL(path, origin).origin, attack).toBe(origin);
    expect(path, attack).toMatch(/^\/(?![/\\])[\x21-\x7e]*$/);
  }
});
