import { expect, test } from 'vitest';
import { createOrigins, isOwnPage } from './origins.ts';

const origins = createOrigins({ publicUrl: 'https://yonder.example/', port: 3000, trustProxy: false });
const proxied = createOrigins({ publicUrl: 'https://yonder.example', port: 3000, trustProxy: true });

test.each([
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['yonder.example', 'https://yonder.example'],
  ['YONDER.example', 'https://yonder.example'],
])('a request to %s was made to %s', (host, origin) => {
  expect(origins.of({ host })).toBe(origin);
});

test.each(['evil.example', 'localhost', 'localhost:3001', 'yonder.example:3000', 'yonder.example.evil.example', ''])(
  'a request to "%s" was made to none of ours',
  (host) => {
    expect(origins.of({ host })).toBeUndefined();
  },
);

test('a forwarded host counts only with a trusted proxy, and then the last one', () => {
  const headers = { host: '10.0.0.7:3000', 'x-forwarded-host': 'localhost:3000, yonder.example' };
  expect(origins.of(headers)).toBeUndefined();
  expect(proxied.of(headers)).toBe('https://yonder.example');
  expect(proxied.of({ host: 'localhost:3000' })).toBe('http://localhost:3000');
});

test('port 80 is not written', () => {
  expect(createOrigins({ publicUrl: null, port: 80, trustProxy: false }).of({ host: 'localhost' })).toBe(
    'http://localhost',
  );
});

test.each([
  [{ origin: 'http://localhost:3000' }, true],
  [{ origin: 'http://127.0.0.1:3000' }, false],
  [{ origin: 'https://localhost:3000' }, false],
  [{ origin: 'http://evil.example' }, false],
  [{ origin: 'null' }, false],
  [{}, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
])('headers %j are of our own page: %s', (headers, own) => {
  expect(isOwnPage(headers, 'http://localhost:3000')).toBe(own);
});
