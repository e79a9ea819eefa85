import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createLog } from '../log.ts';
import { createOriginPolicy } from './origins.ts';
import { createHttpServer } from './server.ts';

const app = createHttpServer({
  clock: createManualClock(),
  log: createLog({ level: 'silent' }),
  ownOrigins: [],
  trustProxy: false,
  origins: createOriginPolicy({
    own: [],
    allowed: [],
  }),
});
let heard: string[] = [];
app.post('/words', async () => void heard.push('words'));
app.get('/hidden', async () => void heard.push('hidden'));
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
afterAll(() => app.close());
beforeEach(() => {
  heard = [];
});

const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';

/** Returns all that comes back on one connection until the server closes it. */
function send(head: readonly string[], body: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const lines = ['POST /words HTTP/1.1', 'Host: x', 'Content-Type: application/json', ...head];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  return text(socket);
}

test.each([
  ['a length beside chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], `0\r\n\r\n${HIDDEN}`],
  ['chunks beside a length', ['Transfer-Encoding: chunked', 'Content-Length: 5'], `0\r\n\r\n${HIDDEN}`],
  ['two lengths', ['Content-Length: 2', 'Content-Length: 40'], `{}${HIDDEN}`],
  ['two lengths in one line', ['Content-Length: 2, 40'], `{}${HIDDEN}`],
  ['a length with a sign', ['Content-Length: +2'], `{}${HIDDEN}`],
  ['a length below nothing', ['Content-Length: -2'], `{}${HIDDEN}`],
  ['a length in another base', ['Content-Length: 0x2'], `{}${HIDDEN}`],
  ['a length beyond all numbers', ['Content-Length: 18446744073709551618'], `{}${HIDDEN}`],
  ['a space before the colon', ['Transfer-Encoding : chunked'], `0\r\n\r\n${HIDDEN}`],
  ['chunks that are not the last coding', ['Transfer-Encoding: chunked, identity'], `0\r\n\r\n${HIDDEN}`],
  ['a coding nobody knows', ['Transfer-Encoding: xchunked'], `0\r\n\r\n${HIDDEN}`],
  ['chunks twice', ['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${HIDDEN}`],
  ['a folded line', ['Transfer-Encoding:', ' chunked'], `0\r\n\r\n${HIDDEN}`],
  ['a line that ends in a line feed alone', ['X: y\nTransfer-Encoding: chunked'], `0\r\n\r\n${HIDDEN}`],
  ['a carriage return within a line', ['X: y\rTransfer-Encoding: chunked'], `0\r\n\r\n${HIDDEN}`],
  ['U+0000 within a line', ['X: y\0z', 'Content-Length: 2'], `{}${HIDDEN}`],
  ['a chunk whose size is none', ['Transfer-Encoding: chunked'], `zz\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
  ['a chunk that is longer than it says', ['Transfer-Encoding: chunked'], `1\r\n{}\r\n0\r\n\r\n${HIDDEN}`],
  ['a chunk whose size ends in a line feed alone', ['Transfer-Encoding: chunked'], `2\n{}\r\n0\r\n\r\n${HIDDEN}`],
])('%s: refused, and nothing behind it is heard', async (_name, head, body) => {
  const answer = await send(head, body);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(heard).toEqual([]);
});

test('two requests that say clearly where they end are two', async () => {
  await send(['Content-Length: 2'], `{}${HIDDEN.replace('Host: x', 'Host: x\r\nConnection: close')}`);
  expect(heard).toEqual(['words', 'hidden']);
});

test('an offer of HTTP/2 is passed over, and the request answered', async () => {
  const offer = ['Connection: Upgrade, HTTP2-Settings, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'];
  expect(await send([...offer, 'Content-Length: 2'], '{}')).toMatch(/^HTTP\/1\.1 200 /);
  expect(heard).toEqual(['words']);
});
