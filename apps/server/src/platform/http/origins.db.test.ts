import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freshDatabase } from '../../testing/database.ts';
import { bearerOf, startWire } from '../../testing/wire.ts';
import { query } from '../dispatcher.ts';
import { createLog } from '../log.ts';

const { database, clock } = await freshDatabase();
const lines: string[] = [];
const log = createLog({ to: { write: (line) => void lines.push(line) } });
const guest = 'https://guest.example';
const wire = await startWire({
  database,
  clock,
  log,
  allowedOrigins: [guest],
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

/** Sends the address exactly as written, where fetch would normalise it. Returns the HTTP status. */
async function callAt(path: string, origin: string): Promise<number> {
  const { accessToken } = bearerOf(randomUUID(), { clock });
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', origin };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const sent = request({ host: '127.0.0.1', port: wire.port, path, method: 'POST', headers }, (answer) => {
    answer.resume();
    resolve(answer.statusCode ?? 0);
  });
  sent.on('error', reject);
  sent.end('{}');
  return promise;
}

/** 'open', or the HTTP status of the refusal. */
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

test.each([
  '/api/v1/call/listBlocks',
  '/%61pi/v1/call/listBlocks',
  '/%61%70%69/v1/call/listBlocks',
  '/ap%69/v1/call/listBlocks?x=1',
  '/api/%761/call/listBlocks',
  '/api/v1/call/list%42locks',
  '/api/v1/call/listBlocks#x',
  'http://127.0.0.1/api/v1/call/listBlocks',
  'http://127.0.0.1/%61pi/v1/call/listBlocks',
  'https://evil.example/api/v1/call/listBlocks',
])('the address %s is no way around the Origin', async (path) => {
  expect(await callAt(path, wire.url)).toBe(200);
  expect(await callAt(path, 'https://evil.example')).toBe(403);
});

test.each(['//api/v1/call/listBlocks', '/./api/v1/call/listBlocks', '/%2561pi/v1/call/listBlocks', '/api%2Fv1/call/x'])(
  'the address %s leads nowhere, whoever asks',
  async (path) => {
    expect(await callAt(path, wire.url)).toBe(404);
    expect([403, 404]).toContain(await callAt(path, 'https://evil.example'));
  },
);

test.each(FOREIGN)('a live socket from %j is refused', async (origin) => {
  expect(await knock(origin)).toBe(403);
});

test('requests and sockets of other sites are logged, a line a second of each', async () => {
  const refused = async (): Promise<unknown[]> => {
    await clock.advance(1_000);
    lines.length = 0;
    for (let time = 0; time < 2; time++) await Promise.all([call(FOREIGN[0]), knock(FOREIGN[0])]);
    return lines.map((line): unknown => JSON.parse(line));
  };
  await refused();
  const said = { reason: 'foreign-origin', times: 2 };
  const found = await refused();
  expect(found).toHaveLength(2);
  expect(found).toContainEqual(expect.objectContaining({ ...said, msg: 'a request was refused' }));
  expect(found).toContainEqual(expect.objectContaining({ ...said, msg: 'a socket was refused' }));
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
