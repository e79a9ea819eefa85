import { afterEach, expect, test, vi } from 'vitest';
import { createCatchUp } from './catch-up.ts';
import { CallError, errorOfWire } from './call-error.ts';
import type { ClientClock } from './clock.ts';
import type { LiveStatus } from './live-socket.ts';
import { createServerClock } from './server-clock.ts';
import { createTokens } from './tokens.ts';
import { createTransports } from './transports.ts';
import { createValue } from './value.ts';

/** Time set by the test; timers are recorded, not run. */
function stillClock(random = 0.5): ClientClock & { time: number; timers: { ms: number; run: () => void }[] } {
  return {
    time: 1_000_000,
    timers: [],
    now() {
      return this.time;
    },
    timer(ms, run) {
      const timer = { ms, run };
      this.timers.push(timer);
      return () => this.timers.splice(this.timers.indexOf(timer), 1);
    },
    random: () => random,
  };
}

afterEach(() => vi.unstubAllGlobals());

test('an answer over HTTP is news for the socket, and so is a network that fails; a refusal is none, least of all from a busy server', async () => {
  const clock = stillClock();
  const [answered, unanswered] = [vi.fn(), vi.fn()];
  const perform = createTransports({
    socket: { status: createValue<LiveStatus>('waiting'), call: async () => {}, answered, unanswered },
    tokens: createTokens({ getToken: async () => ({ accessToken: 'token', expiresIn: 300, userId: 'ann' }), clock }),
    http: { baseUrl: '', tabId: 'tab-one-1', clock, serverClock: createServerClock(clock) },
  });
  const { signal } = new AbortController();
  const call = () =>
    perform({ function: 'listBlocks', data: null, requestId: 'one', keepalive: false, leaving: false, signal });
  const busy = { status: 'UNAVAILABLE', message: 'busy', details: { reason: 'busy' } };
  vi.stubGlobal('fetch', async () => Response.json({ error: busy, serverTime: clock.time }, { status: 503 }));
  await expect(call()).rejects.toMatchObject({ code: 'unavailable' });
  for (const told of [answered, unanswered]) expect(told).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', async () => new Response('<h1>502</h1>', { status: 502 }));
  await expect(call()).rejects.toMatchObject({ reason: 'network' });
  expect(unanswered).toHaveBeenCalledOnce();
  vi.stubGlobal('fetch', async () => Response.json({ result: { blocks: [] }, serverTime: clock.time }));
  expect(await call()).toEqual({ blocks: [] });
  expect(answered).toHaveBeenCalledOnce();
});

test('what a page says on its way out goes over the socket and over HTTP, as one call', async () => {
  const clock = stillClock();
  const overSocket = vi.fn(async () => {
    throw new Error('the socket went with the page');
  });
  const overHttp = vi.fn(async () => Response.json({ result: null, serverTime: clock.time }));
  vi.stubGlobal('fetch', overHttp);
  const perform = createTransports({
    socket: { status: createValue<LiveStatus>('online'), call: overSocket, answered: () => {}, unanswered: () => {} },
    tokens: createTokens({ getToken: async () => ({ accessToken: 'token', expiresIn: 300, userId: 'ann' }), clock }),
    http: { baseUrl: '', tabId: 'tab-one-1', clock, serverClock: createServerClock(clock) },
  });
  const { signal } = new AbortController();
  const call = { function: 'leaveCallQueue', data: null, requestId: 'one', keepalive: true, signal };
  await perform({ ...call, leaving: true });
  expect(overSocket.mock.calls).toEqual([[{ id: 'one', function: 'leaveCallQueue', data: null }]]);
  const sent = { keepalive: true, headers: expect.objectContaining({ 'Idempotency-Key': 'one' }) };
  expect(overHttp).toHaveBeenCalledWith('/api/v1/call/leaveCallQueue', expect.objectContaining(sent));
  await perform({ ...call, leaving: false });
  expect(overSocket).toHaveBeenCalledOnce();
});

test('the server’s time is taken from the shortest round trip', () => {
  const clock = stillClock();
  const server = createServerClock(clock);
  clock.time += 2_000;
  server.measured({ sentAt: clock.time - 2_000, serverTime: clock.time - 1_000 + 5_000 });
  expect(server.now() - clock.time).toBe(5_000);
  clock.time += 100;
  server.measured({ sentAt: clock.time - 100, serverTime: clock.time - 50 + 7_000 });
  expect(server.now() - clock.time).toBe(7_000);
  clock.time += 500;
  server.measured({ sentAt: clock.time - 500, serverTime: clock.time - 250 + 7_200 });
  expect(server.now() - clock.time).toBe(7_000);
});

test.each([90_000, -90_000])('with a clock that is %i ms off a countdown of 15 s shows 15, 14, … 0', (off) => {
  const clock = stillClock();
  const server = createServerClock(clock);
  let truth = clock.time - off;
  const pass = (ms: number): void => {
    truth += ms;
    clock.time += ms;
  };
  pass(40);
  server.measured({ sentAt: clock.time - 40, serverTime: truth - 20 });
  const endsAt = truth + 15_000;
  for (let left = 15; left >= 0; left--) {
    expect(Math.ceil((endsAt - server.now()) / 1_000)).toBe(left);
    pass(1_000);
  }
});

test.each([90_000, -90_000])(
  'a clock that is put right by %i ms in the midst of a call is noticed at the next answer',
  (by) => {
    const clock = stillClock();
    const server = createServerClock(clock);
    const truth = clock.time + by;
    server.measured({ sentAt: clock.time, serverTime: truth });
    clock.time += by;
    server.measured({ sentAt: clock.time - 80, serverTime: truth - 40 });
    expect(server.now()).toBe(truth);
  },
);

test('after five minutes a newer measurement is believed, whatever it took', () => {
  const clock = stillClock();
  const server = createServerClock(clock);
  server.measured({ sentAt: clock.time, serverTime: clock.time + 1_000 });
  clock.time += 300_000;
  server.measured({ sentAt: clock.time - 1_000, serverTime: clock.time + 2_500 });
  expect(server.now() - clock.time).toBe(3_000);
});

test('a bearer is asked for once at a time and renewed when four fifths of its life are over', async () => {
  const clock = stillClock();
  let asked = 0;
  const tokens = createTokens({
    clock,
    getToken: async () => ({ accessToken: `token ${(asked += 1)}`, expiresIn: 300, userId: 'u' }),
  });
  const [one, two] = await Promise.all([tokens.get(), tokens.get()]);
  expect([one, two, asked]).toEqual([one, one, 1]);
  clock.time += 239_999;
  expect(tokens.held()).toBe(one);
  clock.time += 1;
  expect(tokens.held()).toBeUndefined();
  expect((await tokens.get()).accessToken).toBe('token 2');
});

test('without anybody signed in there is no bearer', async () => {
  const tokens = createTokens({ clock: stillClock(), getToken: async () => null });
  await expect(tokens.get()).rejects.toThrow('unauthenticated: Not authenticated');
});

test.each([
  [0, 27_000],
  [0.5, 30_000],
  [1, 33_000],
])('with chance at %d the next catch-up is %i ms away', (random, ms) => {
  const clock = stillClock(random);
  const stop = createCatchUp({ clock, handler: async () => {} }).start(() => {});
  expect(clock.timers).toMatchObject([{ ms }]);
  stop();
  expect(clock.timers).toEqual([]);
});

test('a catch-up asked for while one runs follows it, once', async () => {
  const runs: PromiseWithResolvers<void>[] = [];
  const catchUp = createCatchUp({
    clock: stillClock(),
    handler: () => {
      runs.push(Promise.withResolvers());
      return runs.at(-1)!.promise;
    },
  });
  catchUp.run();
  catchUp.run();
  catchUp.run();
  expect(runs.length).toBe(1);
  runs[0]!.reject(new Error('the network'));
  await expect.poll(() => runs.length).toBe(2);
  runs[1]!.resolve();
  await Promise.resolve();
  catchUp.run();
  await expect.poll(() => runs.length).toBe(3);
});

test.each([
  [
    { status: 'NOT_FOUND', message: 'Gone.', details: { reason: 'room-not-found' } },
    'not-found: Gone.',
    'room-not-found',
  ],
  [{ status: 'NOT_FOUND', message: 'Gone.', details: { reason: 'of-a-newer-server' } }, 'not-found: Gone.', null],
  [{ status: 'UNHEARD_OF', message: 'Odd.' }, 'internal: Odd.', null],
  ['<html>', 'internal: Something went wrong on our side.', 'internal'],
])('the refusal %j reads %j', (wire, message, reason) => {
  const error = errorOfWire(wire);
  expect(error).toBeInstanceOf(CallError);
  expect([error.message, error.reason]).toEqual([message, reason]);
});
