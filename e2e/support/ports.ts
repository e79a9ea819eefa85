import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below where Linux takes the ports of outgoing connections from, so that nothing slips in between. */
const LOWEST = 20_000;
const HIGHEST = 32_000;
const STRIDE = 10;

let next = LOWEST + STRIDE * (process.pid % ((HIGHEST - LOWEST) / STRIDE));

/** The first of ten neighbouring ports of which the first three are free: page, identity provider, relay. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = next;
    next = next + STRIDE < HIGHEST ? next + STRIDE : LOWEST;
    const free = await Promise.all([isFree(port), isFree(port + 1), isFree(port + 2), isFreeForUdp(port + 2)]);
    if (free.every(Boolean)) return port;
  }
  throw new Error(`no free port between ${LOWEST} and ${HIGHEST}`);
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
