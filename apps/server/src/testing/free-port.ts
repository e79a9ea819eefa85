import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { threadId } from 'node:worker_threads';

/** Below where Linux takes the ports of outgoing connections from, so that nothing slips in between. */
const LOWEST = 12_000;
const HIGHEST = 32_000;
const STRIDE = 20;
/** Page, identity provider and relay, and ten further those of a second node. */
const USED = [0, 1, 2, 10, 11, 12];
/** Held from then on by whoever was given its neighbours: between a look and its use nobody else is. */
const CLAIM = 19;

const BLOCKS = (HIGHEST - LOWEST) / STRIDE;

/** Processes and threads of one that run beside each other begin far apart. */
let next = LOWEST + STRIDE * ((process.pid * 13 + threadId * 101) % BLOCKS);

/** The first of twenty neighbouring ports of which those that are used are free. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < BLOCKS; tries++) {
    const port = next;
    next = next + STRIDE < HIGHEST ? next + STRIDE : LOWEST;
    if (!(await claim(port + CLAIM))) continue;
    const free = await Promise.all(USED.flatMap((at) => [isFree(port + at), isFreeForUdp(port + at)]));
    if (free.every(Boolean)) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST}`);
}

/** Until this process ends, which it does not keep from ending. */
function claim(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => resolve(true)).unref();
  return promise;
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}

function isFreeForUdp(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = createSocket('udp4');
  socket.once('error', () => resolve(false));
  socket.bind(port, '127.0.0.1', () => socket.close(() => resolve(true)));
  return promise;
}
