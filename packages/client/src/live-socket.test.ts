import { CLOSE } from '@yonder/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LiveSocket } from './live-socket.ts';
import { SocketLost } from './pending-calls.ts';
import { createServerClock } from './server-clock.ts';
import { createTokens, type GetToken } from './tokens.ts';

/** As much of a browser's socket as is used; the test plays the network. */
class FakeSocket extends EventTarget {
  static made: FakeSocket[] = [];
  static OPEN = 1;
  readyState = 1;
  sent: unknown[] = [];
  closed = false;
  constructor() {
    super();
    FakeSocket.made.push(this);
  }
  send(frame: string): void {
    this.sent.push(JSON.parse(frame));
  }
  close(): void {
    this.closed = true;
  }
  open(): void {
    this.dispatchEvent(new Event('open'));
  }
  hear(frame: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(frame) }));
  }
}

const USER = '0192a0c0-0000-7000-8000-000000000001';
const READY = { type: 'ready', userId: USER, serverTime: 1_000_000, contractVersion: '1' };
const TOKEN = { accessToken: 'token', expiresIn: 300, userId: USER };

beforeEach(() => {
  FakeSocket.made = [];
  vi.stubGlobal('WebSocket', FakeSocket);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function started(getToken: GetToken = async () => TOKEN) {
  const clock = {
    now: () => Date.now(),
    timer(ms: number, run: () => void) {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
    random: () => 1,
  };
  const live = new LiveSocket({
    url: 'ws://localhost',
    tabId: 'tab-one-1',
    clock,
    serverClock: createServerClock(clock),
    tokens: createTokens({
      getToken,
      clock,
    }),
    onOnline: () => {},
    onEvent: () => {},
  });
  live.start();
  await vi.advanceTimersByTimeAsync(0);
  return live;
}

test('a network that swallows everything is given up after 8 s, and tried again', async () => {
  const live = await started();
  FakeSocket.made[0]!.open();
  await vi.advanceTimersByTimeAsync(7_999);
  expect(live.status.get()).toBe('connecting');
  await vi.advanceTimersByTimeAsync(1);
  expect([live.status.get(), FakeSocket.made[0]!.closed]).toEqual(['waiting', true]);
  await vi.advanceTimersByTimeAsync(500);
  FakeSocket.made[1]!.hear(READY);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(live.status.get()).toBe('online');
});

test.each([
  ['10 s', true, 10_000],
  ['3 s where the browser knows of no network', false, 3_000],
])('a call after which nothing at all is heard loses the connection after %s', async (_, onLine, silenceMs) => {
  vi.stubGlobal('document', {});
  vi.stubGlobal('navigator', { onLine: true });
  const live = await started();
  FakeSocket.made[0]!.open();
  FakeSocket.made[0]!.hear(READY);
  const answer = live.call({ id: 'one', function: 'sync', data: null });
  vi.stubGlobal('navigator', { onLine });
  const lost = expect(answer).rejects.toBeInstanceOf(SocketLost);
  await vi.advanceTimersByTimeAsync(silenceMs - 1);
  expect(live.status.get()).toBe('online');
  await vi.advanceTimersByTimeAsync(1);
  expect(live.status.get()).toBe('waiting');
  await lost;
});

test('a call is not written to a socket that is being closed', async () => {
  const live = await started();
  const [socket] = FakeSocket.made;
  socket!.open();
  socket!.hear(READY);
  socket!.readyState = 2;
  await expect(live.call({ id: 'one', function: 'sync', data: null })).rejects.toBeInstanceOf(SocketLost);
  expect(socket!.sent).toHaveLength(1);
});

test('a bearer that does not come is given up after 8 s, and asked for again', async () => {
  const asked: PromiseWithResolvers<typeof TOKEN>[] = [];
  const live = await started(() => {
    asked.push(Promise.withResolvers());
    return asked.at(-1)!.promise;
  });
  await vi.advanceTimersByTimeAsync(8_000);
  expect(live.status.get()).toBe('waiting');
  await vi.advanceTimersByTimeAsync(500);
  expect([live.status.get(), asked.length]).toEqual(['connecting', 2]);
  asked[1]!.resolve(TOKEN);
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.made).toHaveLength(1);
  asked[0]!.resolve(TOKEN);
  await vi.advanceTimersByTimeAsync(0);
  expect(FakeSocket.made).toHaveLength(1);
});

test('an answer over HTTP ends a pause, at most every 5 s; an attempt under way and a socket that is up go on', async () => {
  const live = await started();
  live.answered();
  expect(FakeSocket.made).toHaveLength(1);
  const fail = () => FakeSocket.made.at(-1)!.dispatchEvent(new CloseEvent('close', { code: 1006 }));
  for (const pause of [500, 1_000, 2_000, 4_000]) {
    fail();
    await vi.advanceTimersByTimeAsync(pause);
  }
  expect(FakeSocket.made).toHaveLength(5);
  // The next pause takes 8 s.
  fail();
  live.answered();
  await vi.advanceTimersByTimeAsync(0);
  expect([live.status.get(), FakeSocket.made.length]).toEqual(['connecting', 6]);
  fail();
  await vi.advanceTimersByTimeAsync(4_999);
  live.answered();
  await vi.advanceTimersByTimeAsync(0);
  expect([live.status.get(), FakeSocket.made.length]).toEqual(['waiting', 6]);
  await vi.advanceTimersByTimeAsync(1);
  live.answered();
  await vi.advanceTimersByTimeAsync(0);
  FakeSocket.made[6]!.hear(READY);
  await vi.advanceTimersByTimeAsync(5_000);
  live.answered();
  expect([live.status.get(), FakeSocket.made.length]).toEqual(['online', 7]);
  live.stop();
  live.answered();
  expect([live.status.get(), FakeSocket.made.length]).toEqual(['off', 7]);
});

test('sockets that fail while HTTP is answered are blocked from the 3rd attempt on, until one is up', async () => {
  const live = await started();
  for (const pause of [500, 1_000, 2_000]) {
    live.answered();
    expect(live.blocked.get()).toBe(false);
    FakeSocket.made.at(-1)?.dispatchEvent(new CloseEvent('close', { code: 1006 }));
    if (pause < 2_000) await vi.advanceTimersByTimeAsync(pause);
  }
  live.answered();
  expect(live.blocked.get()).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  FakeSocket.made.at(-1)?.open();
  FakeSocket.made.at(-1)?.hear(READY);
  expect(live.blocked.get()).toBe(false);
});

const refuseSocket = () => FakeSocket.made.at(-1)?.dispatchEvent(new CloseEvent('close', { code: 1006 }));

test('an outage that is over is none of the network: only what fails after an answer does, too, is blocked', async () => {
  const live = await started();
  for (const pause of [500, 1_000, 2_000]) {
    live.unanswered();
    refuseSocket();
    await vi.advanceTimersByTimeAsync(pause);
  }
  refuseSocket();
  live.answered();
  expect(live.blocked.get()).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  live.answered();
  expect(live.blocked.get()).toBe(false);
  refuseSocket();
  live.answered();
  expect(live.blocked.get()).toBe(true);
});

test('a server that goes down behind a proxy without sockets is away, and is there again with the first answer', async () => {
  const live = await started();
  for (const pause of [500, 1_000, 2_000]) {
    live.answered();
    refuseSocket();
    await vi.advanceTimersByTimeAsync(pause);
  }
  live.answered();
  expect(live.blocked.get()).toBe(true);
  live.unanswered();
  expect(live.blocked.get()).toBe(false);
  live.unanswered();
  refuseSocket();
  live.answered();
  expect(live.blocked.get()).toBe(true);
});

test('what failed after an answer says nothing once the server has gone away as well', async () => {
  const live = await started();
  for (const pause of [500, 1_000, 2_000]) {
    live.answered();
    refuseSocket();
    await vi.advanceTimersByTimeAsync(pause);
  }
  live.unanswered();
  live.answered();
  expect(live.blocked.get()).toBe(false);
});

test('sockets that the server itself closes are not blocked', async () => {
  const live = await started();
  for (const pause of [500, 1_000, 2_000]) {
    live.answered();
    FakeSocket.made.at(-1)?.dispatchEvent(new CloseEvent('close', { code: CLOSE.authTimeout }));
    await vi.advanceTimersByTimeAsync(pause);
  }
  live.answered();
  expect(live.blocked.get()).toBe(false);
});

test('a server that answers nothing at all is away, not blocked', async () => {
  const live = await started();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    FakeSocket.made.at(-1)?.dispatchEvent(new CloseEvent('close', { code: 1006 }));
    await vi.advanceTimersByTimeAsync(30_000);
  }
  expect(live.blocked.get()).toBe(false);
});

test('when the network may be back, a socket that still connects is replaced', async () => {
  const live = await started();
  live.hurry();
  await vi.advanceTimersByTimeAsync(0);
  const [old, fresh] = FakeSocket.made;
  expect([old!.closed, fresh!.closed, live.status.get()]).toEqual([true, false, 'connecting']);
  fresh!.open();
  fresh!.hear(READY);
  old!.dispatchEvent(new CloseEvent('close', { code: 1006 }));
  expect(live.status.get()).toBe('online');
  live.hurry();
  expect([FakeSocket.made.length, live.status.get()]).toEqual([2, 'online']);
});

test('a page that is put away closes its socket, begins 0 others in 60 s, and 1 when it is shown again', async () => {
  const live = await started();
  FakeSocket.made[0]!.hear(READY);
  live.pause();
  expect([live.status.get(), FakeSocket.made[0]!.closed]).toEqual(['paused', true]);
  live.answered();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(FakeSocket.made).toHaveLength(1);
  live.hurry();
  await vi.advanceTimersByTimeAsync(0);
  FakeSocket.made[1]!.hear(READY);
  expect([live.status.get(), FakeSocket.made.length]).toEqual(['online', 2]);
});

test('a live socket that is off stays off when its page is put away and shown again', async () => {
  const live = await started();
  live.stop();
  live.pause();
  live.hurry();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([live.status.get(), FakeSocket.made.length]).toEqual(['off', 1]);
});

test('a live socket that is stopped while its page is put away, and started again, tries again after it is lost', async () => {
  const live = await started();
  live.pause();
  live.stop();
  live.start();
  await vi.advanceTimersByTimeAsync(0);
  FakeSocket.made[1]!.dispatchEvent(new CloseEvent('close', { code: 1006 }));
  await vi.advanceTimersByTimeAsync(0);
  expect(live.status.get()).toBe('waiting');
  live.answered();
  await vi.advanceTimersByTimeAsync(0);
  expect([live.status.get(), FakeSocket.made.length]).toEqual(['connecting', 3]);
});

test.each([
  ['the session is over', 4403],
  ['the bearer is', 4401],
])('when %s another bearer is asked for; without one it goes off', async (_, code) => {
  const bearers = ['one', 'two'];
  const live = await started(async () => {
    const accessToken = bearers.shift();
    return accessToken === undefined ? null : { ...TOKEN, accessToken };
  });
  const refuse = async (): Promise<void> => {
    const socket = FakeSocket.made.at(-1)!;
    socket.open();
    socket.dispatchEvent(new CloseEvent('close', { code }));
    await vi.advanceTimersByTimeAsync(1_000);
  };
  await refuse();
  FakeSocket.made[1]!.open();
  expect([live.status.get(), FakeSocket.made[1]!.sent]).toMatchObject(['connecting', [{ token: 'two' }]]);
  await refuse();
  expect([live.status.get(), FakeSocket.made.length]).toEqual(['off', 2]);
});
