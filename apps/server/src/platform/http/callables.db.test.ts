import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { wireError } from '@yonder/contract';
import { afterAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { freshDatabase } from '../../testing/database.ts';
import { bearerOf, startWire } from '../../testing/wire.ts';
import { command, query } from '../dispatcher.ts';
import { DomainError } from '../errors.ts';

const { database, clock, log } = await freshDatabase();
const begun = Promise.withResolvers<void>();
const suspended = randomUUID();
const newcomer = randomUUID();
const wire = await startWire({
  database,
  clock,
  log,
  timeouts: {
    headersMs: 300,
    requestMs: 600,
  },
  standings: new Map([
    [suspended, 'suspended'],
    [newcomer, 'newcomer'],
  ]),
  handlers: {
    listBlocks: query(async () => ({ blocks: [] })),
    unblockUser: command(async () => null),
    getIceServers: query(() => {
      begun.resolve();
      return new Promise(() => {});
    }),
    leaveCall: command(async () => {
      throw new Error('the password is swordfish');
    }),
    endCall: command(async () => {
      throw new DomainError('too-early-to-end', { retryAfter: 3 });
    }),
    updateLastActive: command(async () => null),
    listChatRooms: query(async () => ({
      chatRooms: [],
      next: null,
      secret: 'somebody else’s',
    })),
  },
});
afterAll(wire.stop);

interface Sending {
  token?: string | undefined;
  body?: string;
  type?: string;
  method?: string;
  headers?: Record<string, string>;
}

const bearer = (userId = randomUUID()): string => bearerOf(userId, { clock }).accessToken;

async function send(path: string, sending: Sending = {}) {
  const { token, body = '{}', type = 'application/json', method = 'POST', headers = {} } = sending;
  const response = await fetch(`${wire.url}${path}`, {
    method,
    headers: { 'content-type': type, ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    ...(method === 'POST' && { body }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}
const call = (name: string, sending: Sending = {}) => send(`/api/v1/call/${name}`, { token: bearer(), ...sending });

/** Every refusal has this form and no other. */
function reasonOf(answer: unknown): string | undefined {
  const { error } = z.strictObject({ error: z.strictObject(wireError.shape) }).parse(answer);
  return error.details?.reason;
}

test.each([
  ['nothing', ''],
  ['no JSON', '{'],
  ['an unknown form', '[]'],
  ['64 KB and more', `{"data":"${'x'.repeat(70_000)}"}`],
])('no token is 401 whatever the body: %s', async (_name, body) => {
  const { status, body: answer } = await call('listBlocks', { token: undefined, body });
  expect([status, reasonOf(answer)]).toEqual([401, 'not-authenticated']);
});

test.each(['listBlocks', 'createPostV2v2', 'thereIsNoSuchFunction'])('no token is 401 for %s', async (name) => {
  expect((await call(name, { token: undefined })).status).toBe(401);
});

test.each(['', 'x', 'x.y.z', 'Ω', 'a b'])('a bearer that is none is 401: %j', async (token) => {
  const { status } = await fetch(`${wire.url}/api/v1/call/listBlocks`, {
    method: 'POST',
    headers: { authorization: `Bearer ${encodeURIComponent(token)}` },
  });
  expect(status).toBe(401);
});

test('a bearer ends at its time and not 1 ms before', async () => {
  const token = bearer();
  await clock.advance(299_999);
  expect((await call('listBlocks', { token })).status).toBe(200);
  await clock.advance(1);
  expect((await call('listBlocks', { token })).status).toBe(401);
});

test('the bearer of an ended session is refused', async () => {
  const userId = randomUUID();
  wire.revoked.add(userId);
  const { status, body } = await call('listBlocks', { token: bearer(userId) });
  expect([status, reasonOf(body)]).toEqual([401, 'session-ended']);
});

test('the rate limit comes before the body is read', async () => {
  const token = bearer();
  const answers = [];
  for (let i = 0; i < 60; i++) answers.push(await call('listBlocks', { token, body: '{' }));
  expect(answers.slice(0, 40).every(({ body }) => reasonOf(body) === 'bad-input')).toBe(true);
  const refused = answers.slice(40).filter(({ status }) => status === 429);
  expect(refused.length).toBe(20);
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused[0]?.body.error.details).toEqual({ reason: 'too-many-requests', retryAfter: 1 });
});

test('the form of the input is looked at before the standing of the person', async () => {
  const input = { token: bearer(suspended), body: JSON.stringify({ data: { blockId: 7 } }) };
  expect(reasonOf((await call('unblockUser', input)).body)).toBe('bad-input');
});

test('a newcomer may do what leads inside, and reads of onboarding everywhere else', async () => {
  expect((await call('updateLastActive', { token: bearer(newcomer) })).status).toBe(200);
  const { status, body } = await call('listBlocks', { token: bearer(newcomer) });
  expect([status, reasonOf(body)]).toEqual([400, 'onboarding-required']);
});

test('a suspended person is refused with the reason', async () => {
  const { status, body } = await call('listBlocks', { token: bearer(suspended) });
  expect([status, reasonOf(body)]).toEqual([403, 'suspended']);
});

test('a name of a later part is 501, an unknown one 404, both after the bearer', async () => {
  expect((await call('createPostV2v2')).status).toBe(501);
  expect(reasonOf((await call('createPostV2v2')).body)).toBe('unimplemented');
  expect((await call('constructor')).status).toBe(404);
  expect(reasonOf((await call('x'.repeat(500))).body)).toBe('unknown-function');
});

test('an answer carries the server’s time, and a null result stays null', async () => {
  const { body } = await call('updateLastActive');
  expect(body).toEqual({ result: null, serverTime: clock.now() });
});

test('an answer holds nothing the contract does not name', async () => {
  expect((await call('listChatRooms')).body.result).toEqual({ chatRooms: [], next: null });
});

test('a refusal a person caused carries its reason; a bug is told to nobody', async () => {
  const input = JSON.stringify({ data: { callId: randomUUID() } });
  const refusal = await call('endCall', { body: input });
  expect([refusal.status, refusal.body]).toEqual([
    400,
    {
      error: {
        status: 'FAILED_PRECONDITION',
        message: 'Please give it five seconds first.',
        details: { reason: 'too-early-to-end', retryAfter: 3 },
      },
    },
  ]);
  const bug = await call('leaveCall', { body: input });
  expect([bug.status, reasonOf(bug.body)]).toEqual([500, 'internal']);
  expect(JSON.stringify(bug.body)).not.toContain('swordfish');
});

test('a call is given up after 70 s', async () => {
  const answer = call('getIceServers', { body: '{"data":{}}' });
  await begun.promise;
  await clock.advance(70_000);
  expect((await answer).status).toBe(504);
  expect(reasonOf((await answer).body)).toBe('took-too-long');
  expect(wire.observed.at(-1)).toEqual({ name: 'getIceServers', code: 'deadline-exceeded' });
});

test.each([null, {}, undefined])('a callable without input takes %j', async (data) => {
  expect((await call('listBlocks', { body: JSON.stringify({ data }) })).body.result).toEqual({ blocks: [] });
});

test('a callable without input takes an empty body', async () => {
  expect((await call('listBlocks', { body: '' })).body.result).toEqual({ blocks: [] });
});

test.each([
  ['idempotency-key', 'has blanks in it', 'bad-request-id'],
  ['x-tab-id', 'short', 'bad-input'],
])('a wrong %s is refused', async (name, value, reason) => {
  const { status, body } = await call('listBlocks', { headers: { [name]: value } });
  expect([status, reasonOf(body)]).toEqual([400, reason]);
});

test('headers of other clients of the protocol are ignored', async () => {
  const headers = { 'x-firebase-appcheck': 'x', 'firebase-instance-id-token': 'y' };
  expect((await call('listBlocks', { headers })).status).toBe(200);
});

test.each([
  ['a body of 64 KB and more', 413, 'body-too-large', { body: `{"data":"${'x'.repeat(70_000)}"}` }],
  ['another content type', 415, 'wrong-content-type', { type: 'text/plain' }],
  ['a body that is no JSON', 400, 'bad-input', { body: '{' }],
  ['a body that is no object', 400, 'bad-input', { body: '7' }],
  ['a body of 30,000 brackets', 400, 'bad-input', { body: '['.repeat(30_000) }],
  ['a GET', 405, 'wrong-method', { method: 'GET' }],
  ['a DELETE', 405, 'wrong-method', { method: 'DELETE' }],
] as const)('%s is %i in the same form', async (_name, status, reason, sending) => {
  const answer = await call('listBlocks', sending);
  expect([answer.status, reasonOf(answer.body)]).toEqual([status, reason]);
});

test('a deep body, well formed, is refused like any other wrong one', async () => {
  const body = `{"data":${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}}`;
  expect((await call('unblockUser', { body })).status).toBe(400);
});

test.each([
  ['without a route', '/api/v1/nowhere', 404, 'not-here'],
  ['of a folder', '/media', 404, 'not-here'],
  ['of 8,192 characters', `/api/${'x'.repeat(8_187)}`, 404, 'not-here'],
  ['of 8,193 characters', `/api/${'x'.repeat(8_188)}`, 414, 'address-too-long'],
  ['that cannot be decoded', '/api/%E0%A4%A', 400, 'bad-input'],
])('an address %s is answered in the same form', async (_name, path, status, reason) => {
  const answer = await send(path, { method: 'GET' });
  expect([answer.status, reasonOf(answer.body)]).toEqual([status, reason]);
});

/** Sends raw bytes; returns what comes back until the server closes. */
async function raw(bytes: string): Promise<string> {
  const socket = connect(wire.port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

test.each([
  ['a head that never ends', () => 'POST /api/v1/call/listBlocks HTTP/1.1\r\nHost: x\r\nX-A: ', 408, 'too-slow'],
  [
    'a body that never ends',
    () =>
      `POST /api/v1/call/listBlocks HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${bearer()}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"da`,
    408,
    'too-slow',
  ],
  [
    'a head of 100 KB',
    () => `GET / HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(100_000)}\r\n\r\n`,
    431,
    'address-too-long',
  ],
  ['what is no HTTP', () => 'EHLO example.org\r\n\r\n', 400, 'bad-input'],
])('%s is answered and cut off', async (_name, bytes, status, reason) => {
  const answer = await raw(bytes());
  expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(reasonOf(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)))).toBe(reason);
});

test('every answer says what a page may do', async () => {
  const { headers } = await call('listBlocks', { token: undefined });
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("script-src 'self';");
  for (const nothing of ['object-src', 'base-uri', 'frame-ancestors']) expect(policy).toContain(`${nothing} 'none'`);
  expect(policy).not.toContain('unsafe');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('permissions-policy')).toContain('microphone=(self)');
  expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('cache-control')).toBe('no-store');
});
