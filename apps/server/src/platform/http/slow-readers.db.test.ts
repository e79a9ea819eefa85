import { connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, expect, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createLog } from '../log.ts';
import { createOriginPolicy } from './origins.ts';
import { createHttpServer } from './server.ts';

const MOST = 6;
/** More than the system buffers for a socket that is not read. */
const LARGE = Buffer.alloc(16_000_000);

const open = new Set<Readable>();
let asked = 0;
const app = createHttpServer({
  clock: createManualClock(),
  log: createLog({ level: 'silent' }),
  ownOrigins: [],
  trustProxy: false,
  origins: createOriginPolicy({
    own: [],
    allowed: [],
  }),
  onTheirWay: MOST,
});
app.get('/file', async (_request, reply) => {
  const body = Readable.from([LARGE.subarray(0, 8_000_000), LARGE.subarray(8_000_000)], { objectMode: false });
  asked += 1;
  open.add(body.once('close', () => open.delete(body)));
  return reply.header('content-length', LARGE.length).send(body);
});
app.get('/words', async () => 'heard');
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
afterAll(() => app.close());

interface Reader {
  socket: Socket;
  isCutOff(): boolean;
}

/** Sends a request and reads nothing of the answer. */
async function ask(path: string, { from = '127.0.0.1', times = 1 } = {}): Promise<Reader> {
  const before = asked;
  const socket = connect({ port, host: '127.0.0.1', localAddress: from });
  let cutOff = false;
  socket.on('error', () => {}).once('close', () => (cutOff = true));
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
  await expect.poll(() => asked).toBe(before + times);
  return { socket, isCutOff: () => cutOff };
}

async function endAll(readers: readonly Reader[]): Promise<void> {
  for (const { socket } of readers) socket.destroy();
  await expect.poll(() => open.size).toBe(0);
}

test('of files that nobody takes so many are open; whoever began first of those with most is cut off', async () => {
  const honest = await ask('/file', { from: '127.0.0.2' });
  const hostile: Reader[] = [];
  for (let i = 0; i < 2 * MOST; i++) hostile.push(await ask('/file'));
  await expect.poll(() => open.size).toBe(MOST);
  // The reset reaches a socket that is not read: it shows once the data before it is read.
  for (const { socket } of hostile) socket.resume();
  honest.socket.resume();
  await expect.poll(() => hostile.filter(({ isCutOff }) => isCutOff()).length).toBe(hostile.length - (MOST - 1));
  expect(hostile.slice(0, hostile.length - (MOST - 1)).every(({ isCutOff }) => isCutOff())).toBe(true);
  expect(honest.isCutOff()).toBe(false);
  await endAll([honest, ...hostile]);
});

test('one connection that asks for many files at once and takes none is cut off, with all of them', async () => {
  const many = await ask('/file', { times: 50 });
  await expect.poll(() => open.size).toBe(0);
  many.socket.resume();
  await expect.poll(() => many.isCutOff()).toBe(true);
});

test('answers that are taken count no more', async () => {
  const readers: Reader[] = [];
  for (let i = 0; i < MOST - 1; i++) readers.push(await ask('/file'));
  for (let i = 0; i < 5 * MOST; i++) {
    expect(await (await fetch(`http://127.0.0.1:${port}/words`)).text()).toBe('heard');
  }
  expect(open.size).toBe(MOST - 1);
  await endAll(readers);
});
