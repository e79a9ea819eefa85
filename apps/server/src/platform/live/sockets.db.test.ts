import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { CLOSE, serverFrame, type ServerFrame } from '@yonder/contract';
import { afterAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { freshDatabase } from '../../testing/database.ts';
import { bearerOf, startWire } from '../../testing/wire.ts';
import { query } from '../dispatcher.ts';

const { database, clock, log } = await freshDatabase();
const slow: (() => void)[] = [];
const wire = await startWire({
  database,
  clock,
  log,
  handlers: {
    listBlocks: query(async () => ({ blocks: [] })),
    getIceServers: query(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      slow.push(resolve);
      await promise;
      return {
        iceServers: [],
        iceTransportPolicy: 'relay',
        expiresAt: null,
      };
    }),
  },
});
afterAll(wire.stop);

/** A socket and what it received. */
class Probe {
  readonly frames: ServerFrame[] = [];
  readonly socket: WebSocket;
  closed: number | undefined;

  constructor(options: { autoPong?: boolean } = {}) {
    this.socket = new WebSocket(`${wire.url.replace('http', 'ws')}/api/v1/live`, options);
    this.socket.on('message', (data) => this.frames.push(serverFrame.parse(JSON.parse(String(data)))));
    this.socket.on('close', (code) => (this.closed = code));
    this.socket.on('error', () => {});
  }

  static async open(userId?: string, options: { tab?: string; autoPong?: boolean } = {}): Promise<Probe> {
    const probe = new Probe(options);
    await once(probe.socket, 'open');
    if (userId !== undefined) {
      probe.auth(userId, options);
      await expect.poll(() => probe.frames[0]).toMatchObject({ type: 'ready', userId });
      probe.frames.length = 0;
    }
    return probe;
  }

  auth(userId: string, { tab = 'tab-number-1', sid = userId }: { tab?: string; sid?: string } = {}): void {
    this.send({ type: 'auth', token: bearerOf(userId, { clock, sid }).accessToken, tabId: tab });
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === 'string' || frame instanceof Buffer ? frame : JSON.stringify(frame));
  }

  call(name: string, data: unknown = null, id: string = randomUUID()): string {
    this.send({ type: 'call', id, function: name, data });
    return id;
  }

  async closeCode(): Promise<number> {
    await expect.poll(() => this.closed, { timeout: 5_000 }).toBeDefined();
    return this.closed!;
  }
}

/** A call of an unknown function: three keys before its data, which begins with a bracket. */
function withParts(count: number): string {
  return `{"type":"call","id":"a-large-call","function":"unknownFunction","data":[${Array(count - 4)
    .fill(0)
    .join(',')}]}`;
}

test('a socket signs in and is told the server’s time', async () => {
  const userId = randomUUID();
  const probe = await Probe.open();
  probe.auth(userId);
  await expect
    .poll(() => probe.frames)
    .toEqual([{ type: 'ready', userId, serverTime: clock.now(), contractVersion: expect.any(String) }]);
  probe.socket.close();
});

test('a socket that has not signed in after 10 s is closed, and not 1 ms before', async () => {
  const probe = await Probe.open();
  await clock.advance(9_999);
  expect(probe.closed).toBeUndefined();
  await clock.advance(1);
  expect(await probe.closeCode()).toBe(CLOSE.authTimeout);
});

test.each([
  ['a call before signing in', { type: 'call', id: 'abcdefgh', function: 'listBlocks' }, CLOSE.unauthenticated],
  ['a bearer that is none', { type: 'auth', token: 'x', tabId: 'tab-number-1' }, CLOSE.unauthenticated],
  ['no JSON', '{', CLOSE.badFrame],
  ['30,000 brackets', '['.repeat(30_000), CLOSE.badFrame],
  ['a call with 4,097 parts', withParts(4_097), CLOSE.badFrame],
  ['a frame of an unknown type', { type: 'subscribe', room: 'all' }, CLOSE.badFrame],
  ['a tab id with blanks', { type: 'auth', token: 'x', tabId: 'a b c d e f' }, CLOSE.badFrame],
  ['bytes', Buffer.from('{"type":"auth"}'), CLOSE.badFrame],
  ['a frame of more than 64 KB', 'x'.repeat(65_537), CLOSE.tooBig],
])('%s closes the socket', async (_name, frame, code) => {
  const probe = await Probe.open();
  probe.send(frame);
  expect(await probe.closeCode()).toBe(code);
});

test('a call with 4,096 parts, and any number of brackets in its words, is read', async () => {
  const probe = await Probe.open(randomUUID());
  probe.send(withParts(4_096));
  await expect.poll(() => probe.frames).toMatchObject([{ type: 'error', id: 'a-large-call' }]);
  probe.call('unknownFunction', { words: String.raw`[{,"\ `.repeat(4_000) });
  await expect.poll(() => probe.frames.length).toBe(2);
  expect(probe.closed).toBeUndefined();
  probe.socket.close();
});

test('of 600 small frames at once 400 are read, 200 in the next second, and nobody else is kept waiting', async () => {
  const userId = randomUUID();
  const [fast, other] = [await Probe.open(userId), await Probe.open(randomUUID())];
  const answered = (): number => fast.frames.length;
  // The network delivers a chunk whole.
  const padding = 'x'.repeat(900);
  for (let i = 0; i < 600; i++) fast.call('unknownFunction', padding);
  other.call('listBlocks');
  await expect.poll(() => other.frames.length).toBe(1);
  await expect.poll(answered).toBeGreaterThanOrEqual(399);
  expect(answered()).toBeLessThan(500);
  const another = await Probe.open(userId, { tab: 'tab-number-2' });
  for (let i = 0; i < 200; i++) another.call('unknownFunction', padding);
  other.call('listBlocks');
  await expect.poll(() => other.frames.length).toBe(2);
  expect(another.frames.length).toBeLessThan(150);
  await clock.advance(2_000);
  await expect.poll(answered).toBe(600);
  for (const { socket } of [fast, other, another]) socket.close();
});

test('an upgrade that is refused leaves no connection, though its caller keeps their half open', async () => {
  const { hostname: host, port } = new URL(wire.url);
  const caller = connect({ host, port: Number(port), allowHalfOpen: true });
  caller.on('error', () => {}).resume();
  caller.write('GET /elsewhere HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n');
  await once(caller, 'end');
  // A closed connection resets further data.
  await expect.poll(() => (caller.write('x'), caller.destroyed)).toBe(true);
});

test('a call is answered with its id, refused with its reason', async () => {
  const probe = await Probe.open(randomUUID());
  const good = probe.call('listBlocks');
  const bad = probe.call('unknownFunction');
  const later = probe.call('createPostV2v2');
  await expect.poll(() => probe.frames.length).toBe(3);
  expect(probe.frames).toContainEqual({ type: 'result', id: good, result: { blocks: [] }, serverTime: clock.now() });
  expect(probe.frames).toContainEqual(
    expect.objectContaining({ type: 'error', id: bad, error: expect.objectContaining({ status: 'NOT_FOUND' }) }),
  );
  expect(probe.frames).toContainEqual(
    expect.objectContaining({ type: 'error', id: later, error: expect.objectContaining({ status: 'UNIMPLEMENTED' }) }),
  );
  probe.socket.close();
});

test('of 40 calls at once 32 run and 8 are refused', async () => {
  const probe = await Probe.open(randomUUID());
  for (let i = 0; i < 40; i++) probe.call('getIceServers', {});
  await expect.poll(() => probe.frames.filter(({ type }) => type === 'error').length).toBe(8);
  expect(probe.frames[0]).toMatchObject({ error: { status: 'RESOURCE_EXHAUSTED' } });
  await expect.poll(() => slow.length).toBe(32);
  for (const answer of slow.splice(0)) answer();
  await expect.poll(() => probe.frames.filter(({ type }) => type === 'result').length).toBe(32);
  probe.socket.close();
});

test('a socket is closed when its bearer ends, unless a fresh one came in time', async () => {
  const userId = randomUUID();
  const [idle, renewed] = [await Probe.open(userId), await Probe.open(userId)];
  await clock.advance(299_999);
  renewed.auth(userId);
  await expect.poll(() => renewed.frames.length).toBe(1);
  expect([idle.closed, renewed.closed]).toEqual([undefined, undefined]);
  await clock.advance(1);
  expect(await idle.closeCode()).toBe(CLOSE.unauthenticated);
  const id = renewed.call('listBlocks');
  await expect.poll(() => renewed.frames.at(-1)).toMatchObject({ type: 'result', id });
  renewed.socket.close();
});

test('a socket cannot become another person’s', async () => {
  const probe = await Probe.open(randomUUID());
  probe.auth(randomUUID());
  expect(await probe.closeCode()).toBe(CLOSE.unauthenticated);
});

test('the next call of an ended session is refused and closes its socket', async () => {
  const userId = randomUUID();
  const probe = await Probe.open(userId);
  wire.revoked.add(userId);
  const id = probe.call('listBlocks');
  expect(await probe.closeCode()).toBe(CLOSE.sessionEnded);
  expect(probe.frames).toMatchObject([{ type: 'error', id, error: { details: { reason: 'session-ended' } } }]);
});

test('closing a session tells its sockets why and leaves the person’s others alone', async () => {
  const userId = randomUUID();
  const probe = await Probe.open(userId);
  const elsewhere = await Probe.open();
  elsewhere.auth(userId, { sid: randomUUID() });
  await expect.poll(() => elsewhere.frames.length).toBe(1);
  wire.live.closeSession(userId, 'logout');
  expect(await probe.closeCode()).toBe(CLOSE.sessionEnded);
  expect(probe.frames).toMatchObject([{ type: 'event', name: 'session.revoked', data: { reason: 'logout' } }]);
  expect(elsewhere.closed).toBeUndefined();
  elsewhere.socket.close();
});

test('a person has up to 20 sockets; the 21st is refused', async () => {
  const userId = randomUUID();
  const probes = await Promise.all(Array.from({ length: 20 }, () => Probe.open(userId)));
  const another = await Probe.open();
  another.auth(userId);
  expect(await another.closeCode()).toBe(CLOSE.tooSlow);
  expect(another.frames).toMatchObject([{ type: 'error', error: { status: 'RESOURCE_EXHAUSTED' } }]);
  for (const { socket } of probes) socket.close();
});

test('an event reaches every tab of its person, or the one that is named, and nobody else', async () => {
  const [ann, bob] = [randomUUID(), randomUUID()];
  const first = await Probe.open(ann, { tab: 'tab-number-1' });
  const second = await Probe.open(ann, { tab: 'tab-number-2' });
  const stranger = await Probe.open(bob);
  const event = { name: 'presence.updated', data: { userId: bob, presence: 'online' } } as const;
  wire.live.tell(ann, event);
  wire.live.tell(ann, event, { tab: 'tab-number-2' });
  await expect.poll(() => second.frames.length).toBe(2);
  expect(first.frames).toEqual([{ type: 'event', ...event, serverTime: clock.now() }]);
  expect(stranger.frames).toEqual([]);
  for (const { socket } of [first, second, stranger]) socket.close();
});

test('an event holds nothing the contract does not name', async () => {
  const userId = randomUUID();
  const probe = await Probe.open(userId);
  const data = { userId, presence: 'online', name: 'somebody’s name' } as const;
  wire.live.tell(userId, { name: 'presence.updated', data });
  await expect.poll(() => probe.frames).toMatchObject([{ data: { userId, presence: 'online' } }]);
  expect(JSON.stringify(probe.frames)).not.toContain('somebody');
  expect(() => wire.live.tell(userId, { name: 'typing', data: Object({ chatRoomId: 'x' }) })).toThrow();
  probe.socket.close();
});

test('a delivery is acknowledged when a socket of that tab was written to, and only then', async () => {
  const userId = randomUUID();
  const event = { name: 'gap', data: {} } as const;
  expect(await wire.live.deliver(userId, 'tab-number-1', event)).toBe(false);
  const probe = await Probe.open(userId, { tab: 'tab-number-1' });
  expect(await wire.live.deliver(userId, 'tab-number-2', event)).toBe(false);
  expect(await wire.live.deliver(userId, 'tab-number-1', event)).toBe(true);
  await expect.poll(() => probe.frames).toMatchObject([{ name: 'gap' }]);
  probe.socket.close();
  await expect.poll(() => wire.live.has(userId)).toBe(false);
  expect(await wire.live.deliver(userId, 'tab-number-1', event)).toBe(false);
});

test('somebody is online as long as one of their tabs is looked at', async () => {
  const userId = randomUUID();
  const [first, second] = [
    await Probe.open(userId, { tab: 'tab-number-1' }),
    await Probe.open(userId, { tab: 'tab-number-2' }),
  ];
  const presence = () => wire.live.presenceOf(userId);
  wire.live.report(userId, 'tab-number-1', { presence: 'away', at: null });
  expect(presence()).toBe('online');
  wire.live.report(userId, 'tab-number-2', { presence: 'away', at: null });
  expect(presence()).toBe('away');
  wire.live.report(userId, 'tab-number-1', { presence: 'online', at: null });
  expect(presence()).toBe('online');
  await wire.presence.settled();
  first.socket.close();
  await expect.poll(presence).toBe('away');
  await wire.presence.settled();
  expect((await wire.presence.of(database.read, [userId])).get(userId)).toBe('away');
  second.socket.close();
  await expect.poll(presence).toBe('offline');
  wire.live.report(userId, 'tab-number-1', { presence: 'online', at: null });
  expect(presence()).toBe('offline');
});

test('somebody looks at what is seen in a tab of theirs that is looked at, until it is closed', async () => {
  const userId = randomUUID();
  const { socket } = await Probe.open(userId, { tab: 'tab-number-1' });
  const looks = (at: string): boolean => wire.live.looksAt(userId, at);
  expect(looks('the market')).toBe(false);
  wire.live.report(userId, 'tab-number-1', { presence: 'online', at: 'the market' });
  expect([looks('the market'), looks('the harbour')]).toEqual([true, false]);
  wire.live.report(userId, 'tab-number-1', { presence: 'away', at: 'the market' });
  expect(looks('the market')).toBe(false);
  wire.live.report(userId, 'tab-number-1', { presence: 'online', at: 'the market' });
  socket.close();
  await expect.poll(() => looks('the market')).toBe(false);
});

test('who is engaged is pinged every 5 s, everybody else every 25 s', async () => {
  const [waiting, idle] = [randomUUID(), randomUUID()];
  const probes = [await Probe.open(waiting), await Probe.open(idle)];
  const pings = [0, 0];
  probes.forEach(({ socket }, i) => socket.on('ping', () => pings[i]!++));
  wire.live.engagedWhen((userId) => userId === waiting);
  for (let second = 0; second < 26; second++) {
    await clock.advance(1_000);
    await expect.poll(() => wire.live.all().every(({ unansweredSince }) => unansweredSince === undefined)).toBe(true);
  }
  expect(pings).toEqual([5, 1]);
  wire.live.engagedWhen(() => false);
  for (const { socket } of probes) socket.close();
});

test('a person is alive for 10 s after a pong, and a socket without one for 20 s is dropped', async () => {
  const userId = randomUUID();
  const probe = await Probe.open(userId, { autoPong: false });
  wire.live.engagedWhen((one) => one === userId);
  await clock.advance(10_000);
  const pongOf = () => wire.live.alive().find((heard) => heard.userId === userId)?.at;
  expect(pongOf()).toBe(clock.now() - 10_000);
  await clock.advance(1);
  expect(pongOf()).toBeUndefined();
  await clock.advance(14_998);
  expect(wire.live.has(userId)).toBe(true);
  await clock.advance(1_001);
  await expect.poll(() => wire.live.has(userId)).toBe(false);
  wire.live.engagedWhen(() => false);
  expect(await probe.closeCode()).toBe(1006);
});

test('a socket that does not read is closed rather than skipped, with no more than a megabyte waiting for it', async () => {
  const userId = randomUUID();
  const probe = await Probe.open(userId);
  probe.socket.pause();
  const connection = wire.live.all().find(({ known }) => known.bearer.userId === userId)!;
  const frame = 'x'.repeat(60_000);
  let sent = 0;
  while (wire.live.has(userId) && sent < 5_000) {
    connection.send(JSON.stringify({ type: 'event', name: 'gap', data: { frame }, serverTime: 0 }));
    sent += 1;
  }
  expect(wire.live.has(userId)).toBe(false);
  expect(sent).toBeLessThan(5_000);
  probe.socket.resume();
  expect(await probe.closeCode()).toBe(CLOSE.tooSlow);
});

test('whoever tells somebody, or everybody, hears nothing of a socket that is closed by it', async () => {
  const [slowOne, other] = [randomUUID(), randomUUID()];
  const probes = [await Probe.open(slowOne), await Probe.open(other)];
  const clog = (): void => {
    probes[0]!.socket.pause();
    const connection = wire.live.all().find(({ known }) => known.bearer.userId === slowOne)!;
    connection.send(JSON.stringify({ type: 'event', name: 'gap', data: 'x'.repeat(30_000_000), serverTime: 0 }));
  };
  clog();
  wire.live.tell(slowOne, { name: 'gap', data: {} });
  expect(wire.live.has(slowOne)).toBe(false);
  probes[0]!.socket.terminate();
  probes[0] = await Probe.open(slowOne);
  clog();
  wire.live.gap();
  expect([wire.live.has(slowOne), wire.live.has(other)]).toEqual([false, true]);
  await expect.poll(() => probes[1]!.frames).toMatchObject([{ type: 'event', name: 'gap' }]);
  for (const { socket } of probes) socket.terminate();
});

test('a gap is told to everybody', async () => {
  const probes = [await Probe.open(randomUUID()), await Probe.open(randomUUID())];
  wire.live.gap();
  for (const { frames, socket } of probes) {
    await expect.poll(() => frames).toMatchObject([{ type: 'event', name: 'gap' }]);
    socket.close();
  }
});

test('who comes is told with their first socket, who leaves with their last', async () => {
  const userId = randomUUID();
  const heard: string[] = [];
  const stop = wire.live.watch({
    came: (who) => who === userId && heard.push('came'),
    left: (who) => who === userId && heard.push('left'),
  });
  const [one, other] = [await Probe.open(userId), await Probe.open(userId, { tab: 'tab-number-2' })];
  one.socket.close();
  await expect.poll(() => one.closed).toBeDefined();
  expect(heard).toEqual(['came']);
  other.socket.close();
  await expect.poll(() => heard).toEqual(['came', 'left']);
  stop();
});
