import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freshDatabase } from '../../testing/database.ts';
import { startWire } from '../../testing/wire.ts';

const wire = await startWire({ ...(await freshDatabase()), trustProxy: true });
afterAll(wire.stop);

const AT_MOST = 500;

/** Refused: the status of the answer. */
async function open(from: string): Promise<WebSocket | number> {
  const socket = new WebSocket(`${wire.url.replace('http', 'ws')}/api/v1/live`, {
    headers: { 'x-forwarded-for': from },
  });
  const refused = Promise.withResolvers<number>();
  socket.on('unexpected-response', (_, { statusCode = 0 }) => refused.resolve(statusCode));
  return Promise.race([once(socket, 'open').then(() => socket), refused.promise]);
}

test('a public network has 500 sockets at once, and the next when one of them is closed', async () => {
  const sockets = await Promise.all(Array.from({ length: AT_MOST }, (_, i) => open(`2001:db8:1:2::${i.toString(16)}`)));
  expect(await open('2001:db8:1:2:ffff::1')).toBe(429);
  expect(await open('2001:db8:1:3::1')).toBeInstanceOf(WebSocket);
  const [first] = sockets;
  if (first instanceof WebSocket) first.close();
  await expect.poll(async () => open('2001:db8:1:2::1')).toBeInstanceOf(WebSocket);
});

test.each(['10.0.0.1', '::1'])('behind %s may be everybody: more than 500 sockets come from there', async (address) => {
  const sockets = await Promise.all(Array.from({ length: AT_MOST + 1 }, () => open(address)));
  expect(sockets.filter((socket) => typeof socket === 'number')).toEqual([]);
});
