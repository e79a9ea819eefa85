import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freshDatabase } from '../../testing/database.ts';
import { bearerOf, startWire } from '../../testing/wire.ts';
import { query } from '../dispatcher.ts';

const { database, clock, log } = await freshDatabase();
const guest = 'https://guest.example';
const wire = await startWire({
  ...{ database, clock, log, allowedOrigins: [guest] },
  handlers: { listBlocks: query(async () => ({ blocks: [] })) },
});
afterAll(wire.stop);

const FOREIGN = [
  'https://evil.example',
  'null',
  '',
  `http://127.0.0.1:${wire.port}.evil.example`,
  `http://evil.example:${wire.port}`,
  `https://127.0.0.1:${wire.port}`,
  `http://127.0.0.1:${wire.port + 1}`,
  `http://[::1]:${wire.port}`,
  'https://guest.example.evil.example',
  'http://guest.example',
  'file://',
  'chrome-extension://abc',
];

async function call(origin: string | undefined, headers: Record<string, string> = {}) {
  const { accessToken } = bearerOf(randomUUID(), { clock });
  return fetch(`${wire.url}/api/v1/call/listBlocks`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${accessToken}`,
      'content-type': 'application/json',
      ...(origin !== undefined && { origin }),
      ...headers,
    },
    body: '{}',
  });
}

/** open, or the HTTP status of the refusal. */
async function knock(
  origin: string | undefined,
  { path = '/api/v1/live', headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<string | number> {
  const socket = new WebSocket(`${wire.url.replace('http', 'ws')}${path}`, {
    headers: { ...headers, ...(origin !== undefined && { origin }) },
  });
  const { promise, resolve } = Promise.withResolvers<string | number>();
  socket.on('open', () => resolve('open'));
  socket.on('unexpected-response', (_request, { statusCode = 0 }) => resolve(statusCode));
  socket.on('error', () => {});
  try {
    return await promise;
  } finally {
    socket.terminate();
  }
}

test.each(FOREIGN)('a call from %j is refused, bearer or not', async (origin) => {
  const response = await call(origin);
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ error: { details: { reason: 'foreign-origin' } } });
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
});

test.each(FOREIGN)('a live socket from %j is refused', async (origin) => {
  expect(await knock(origin)).toBe(403);
});

test('a Host header that agrees with a foreign Origin changes nothing', async () => {
  expect(await knock(`http://evil.example:${wire.port}`, { headers: { host: `evil.example:${wire.port}` } })).toBe(403);
});

test.each([undefined, wire.url, guest])('a call and a socket from %s are welcome', async (origin) => {
  expect((await call(origin)).status).toBe(200);
  expect(await knock(origin)).toBe('open');
});

test('only a guest of the operator’s list may read answers from another site', async () => {
  expect((await call(guest)).headers.get('access-control-allow-origin')).toBe(guest);
  expect((await call(wire.url)).headers.get('access-control-allow-origin')).toBeNull();
});

test('a guest may ask beforehand, a foreign site may not', async () => {
  const ask = (origin: string): Promise<Response> =>
    fetch(`${wire.url}/api/v1/call/listBlocks`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });
  const { status, headers } = await ask(guest);
  expect(status).toBe(204);
  expect(headers.get('access-control-allow-headers')).toContain('Idempotency-Key');
  expect((await ask('https://evil.example')).status).toBe(403);
});

test('a socket at another address is refused', async () => {
  expect(await knock(wire.url, { path: '/api/v1/elsewhere' })).toBe(404);
});
