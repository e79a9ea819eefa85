import { expect, test } from 'vitest';
import { createOrigins, isOwnPage } from './origins.ts';

const origins = createOrigins({
  publicUrl: 'https://yonder.example/',
  host: '127.0.0.1',
  port: 3000,
  trustProxy: false,
});
const proxied = createOrigins({ publicUrl: 'https://yonder.example', host: '127.0.0.1', port: 3000, trustProxy: true });

test.each([
  ['localhost:3000', 'http://localhost:3000'],
  ['127.0.0.1:3000', 'http://127.0.0.1:3000'],
  ['yonder.example', 'https://yonder.example'],
  ['YONDER.example', 'https://yonder.example'],
  ['yonder.example:443', 'https://yonder.example'],
  ['yonder.example:0443', 'https://yonder.example'],
  ['yonder.example.', 'https://yonder.example'],
  ['yonder.example.:443', 'https://yonder.example'],
])('a request to %s was made to %s', (host, origin) => {
  expect(origins.of({ host })).toBe(origin);
});

test.each([
  'evil.example',
  'localhost',
  'localhost:3001',
  'yonder.example:3000',
  'yonder.example:80',
  'yonder.example..',
  '.',
  ':443',
  '[::1]:3000',
  'a@yonder.example',
  'yonder.example.evil.example',
  '',
])('a request to "%s" was made to none of ours', (host) => {
  expect(origins.of({ host })).toBeUndefined();
});

test('a forwarded host counts only with a trusted proxy, and then the last one', () => {
  const headers = { host: '10.0.0.7:3000', 'x-forwarded-host': 'localhost:3000, yonder.example' };
  expect(origins.of(headers)).toBeUndefined();
  expect(proxied.of(headers)).toBe('https://yonder.example');
  expect(proxied.of({ host: 'localhost:3000' })).toBe('http://localhost:3000');
});

test.each([
  ['::1', '[::1]:3000', 'http://[::1]:3000'],
  ['::1', '[0:0::1]:3000', 'http://[::1]:3000'],
  ['::1', 'localhost:3000', 'http://localhost:3000'],
  ['::', '[::1]:3000', 'http://[::1]:3000'],
  ['192.168.1.5', '192.168.1.5:3000', 'http://192.168.1.5:3000'],
  ['192.168.1.5', '127.0.0.1:3000', 'http://127.0.0.1:3000'],
])('with HOST %s a request to %s was made to %s', (host, called, origin) => {
  expect(createOrigins({ publicUrl: null, host, port: 3000, trustProxy: false }).of({ host: called })).toBe(origin);
});

test('a dot at the end of the host is told from none', () => {
  const dotted = ['yonder.example.', 'yonder.example.:443', 'yonder.example', '127.0.0.1:3000'];
  expect(dotted.map((host) => origins.isDotted({ host }))).toEqual([true, true, false, false]);
});

test('port 80 is not written', () => {
  expect(
    createOrigins({ publicUrl: null, host: '127.0.0.1', port: 80, trustProxy: false }).of({ host: 'localhost' }),
  ).toBe('http://localhost');
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
