import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { FIXED } from '@yonder/contract';
import { afterAll, expect, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createLog } from '../log.ts';
import { createOriginPolicy } from './origins.ts';
import { createHttpServer } from './server.ts';

const clock = createManualClock();
const app = createHttpServer({
  clock,
  log: createLog({ level: 'silent' }),
  ownOrigins: [],
  trustProxy: false,
  origins: createOriginPolicy({
    own: [],
    allowed: [],
  }),
});
app.post('/words', async () => 'heard');
app.post('/file', { config: { bodyMs: FIXED.uploadTimeoutMs } }, async () => 'kept');
const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port);
afterAll(() => app.close());

/** Sends a request without its last byte. */
async function begin(path: string): Promise<Socket> {
  const armed = clock.armed();
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{`,
  );
  await expect.poll(() => clock.armed()).toBe(armed + 1);
  return socket;
}

test('a body may take 60,000 ms, a file 600,000 ms, and then it is answered and cut off', async () => {
  expect(app.server.requestTimeout).toBeGreaterThanOrEqual(FIXED.uploadTimeoutMs);
  const [words, file, endless] = [await begin('/words'), await begin('/file'), await begin('/file')];
  await clock.advance(59_999);
  expect(clock.armed()).toBe(3);
  await clock.advance(1);
  expect(await text(words)).toMatch(/^HTTP\/1.1 408 [^]*too-slow/);
  await clock.advance(FIXED.uploadTimeoutMs - 60_001);
  file.write('}');
  expect(await text(file)).toMatch(/^HTTP\/1.1 200 [^]*kept/);
  await clock.advance(1);
  expect(await text(endless)).toMatch(/^HTTP\/1.1 408 [^]*too-slow/);
  expect(clock.armed()).toBe(0);
});
