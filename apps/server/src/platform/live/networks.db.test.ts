import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freshDatabase } from '../../testing/database.ts';
import { bearerOf, startWire } from '../../testing/wire.ts';

const { database, clock, log } = await freshDatabase();
const wire = await startWire({ database, clock, log, trustProxy: true });
afterAll(wire.stop);

const STRANGERS_AT_MOST = 500;
const isOpen = ({ readyState }: WebSocket): boolean => readyState === WebSocket.OPEN;

async function open(from: string): Promise<WebSocket> {
  const socket = new WebSocket(`${wire.url.replace('http', 'ws')}/api/v1/live`, {
    headers: { 'x-forwarded-for': from },
  });
  await once(socket, 'open');
  return socket;
}

async function signIn(socket: WebSocket, userId: string = randomUUID()): Promise<void> {
  const { accessToken: token } = bearerOf(userId, { clock });
  socket.send(JSON.stringify({ type: 'auth', token, tabId: 'tab-of-theirs' }));
  const [answer] = await once(socket, 'message');
  expect(String(answer)).toContain('"type":"ready"');
}

const openMany = (count: number, from: (i: number) => string): Promise<WebSocket[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => open(from(i))));

test('600 strangers of one network keep nobody of it out: the oldest 100 go, and whoever signs in stays', async () => {
  const early = await open('203.0.113.1');
  await signIn(early);
  const first = await openMany(100, (i) => `203.0.113.1:${i}`);
  await openMany(STRANGERS_AT_MOST, (i) => `203.0.113.1:${1_000 + i}`);
  await expect.poll(() => first.filter(isOpen)).toEqual([]);
  expect(wire.sockets.count()).toBe(1 + STRANGERS_AT_MOST);
  const late = await open('203.0.113.1');
  await signIn(late);
  await openMany(STRANGERS_AT_MOST, (i) => `203.0.113.1:${2_000 + i}`);
  await expect.poll(() => wire.sockets.count()).toBe(2 + STRANGERS_AT_MOST);
  expect([early, late].map(isOpen)).toEqual([true, true]);
});

test('600 people of one household are signed in at once', async () => {
  const people = Array.from({ length: 600 }, async (_, i) => {
    const socket = await open(`2001:db8:1:2::${i.toString(16)}`);
    await signIn(socket);
    return socket;
  });
  const sockets = await Promise.all(people);
  expect(sockets.filter(isOpen)).toHaveLength(600);
});

test('strangers of a network do not count for the next one', async () => {
  const other = await open('2001:db8:9:1::1');
  await openMany(STRANGERS_AT_MOST + 1, (i) => `2001:db8:8:${(i % 256).toString(16)}::1`);
  await signIn(other);
  expect(isOpen(other)).toBe(true);
});

test.each(['10.0.0.1', '::1'])(
  'behind %s may be everybody: more than 500 strangers come from there',
  async (address) => {
    const before = wire.sockets.count();
    const sockets = await openMany(STRANGERS_AT_MOST + 1, () => address);
    expect(wire.sockets.count()).toBe(before + STRANGERS_AT_MOST + 1);
    expect(sockets.filter(isOpen)).toHaveLength(STRANGERS_AT_MOST + 1);
  },
);
