import { randomUUID } from 'node:crypto';
import { createClient, type CallError, type Client, type ClientClock, type ClientOptions } from '@yonder/client';
import { sql } from 'kysely';
import { afterEach, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { startTcpProxy, type TcpProxy } from '../../testing/tcp-proxy.ts';
import { bearerOf, startWire, type Wire } from '../../testing/wire.ts';
import { command, query } from '../dispatcher.ts';
import { DomainError } from '../errors.ts';
import { opaqueToken } from '../ids.ts';

const { database, clock, log } = await freshDatabase();
await sql`CREATE TABLE effect (who text NOT NULL)`.execute(database.read);
/** Answers held back, by user. */
const held = new Map<string, PromiseWithResolvers<void>>();
const handlers = {
  listBlocks: query(async () => ({ blocks: [] })),
  markRead: command(async ({ userId }, tx, { seedOrder }: { seedOrder: number }) => {
    await sql`INSERT INTO effect VALUES (${userId})`.execute(tx.db);
    await held.get(userId)?.promise;
    return { readSeq: seedOrder, unread: 0 };
  }),
  endCall: command(async () => {
    throw new DomainError('too-early-to-end', { retryAfter: 3 });
  }),
};
const input = { chatRoomId: randomUUID(), seedOrder: 3 };

const stops: (() => unknown)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  held.clear();
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function serve(port?: number): Promise<Wire> {
  const wire = await startWire({ database, clock, log, handlers, ...(port && { port }) });
  stops.push(wire.stop);
  return wire;
}

async function proxied(wire: Wire): Promise<TcpProxy> {
  const proxy = await startTcpProxy(wire.port);
  stops.push(proxy.stop);
  return proxy;
}

interface Tab extends Client {
  userId: string;
  time: ClientClock & { advance(ms: number): Promise<void> };
  online(): Promise<void>;
}

/** A tab with a clock that stands still; its pauses are the longest there are. */
function tabAt(url: string, options: Partial<ClientOptions> = {}): Tab {
  const userId = randomUUID();
  const time = { ...createManualClock(clock.now()), random: () => 1 };
  const getToken = async () => bearerOf(userId, { clock });
  const client = createClient({ baseUrl: url, tabId: opaqueToken(12), getToken, clock: time, ...options });
  const online = () => expect.poll(() => client.live.status.get(), { timeout: 5_000 }).toBe('online');
  return { ...client, userId, time, online };
}

function goLive(tab: Tab): Promise<void> {
  stops.push(tab.live.start());
  return tab.online();
}

async function effectsOf({ userId }: Tab): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM effect WHERE who = ${userId}`.execute(
    database.read,
  );
  return rows[0]!.n;
}

const failureOf = (call: Promise<unknown>): Promise<CallError> =>
  call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: CallError) => error,
  );

test('a call goes over HTTP while the socket is down and over the socket when it is up', async () => {
  const tab = tabAt((await serve()).url);
  const fetched = vi.spyOn(globalThis, 'fetch');
  expect(await tab.call('listBlocks')).toEqual({ blocks: [] });
  expect(fetched).toHaveBeenCalledTimes(1);
  await goLive(tab);
  expect(await tab.call('listBlocks')).toEqual({ blocks: [] });
  expect(fetched).toHaveBeenCalledTimes(1);
});

test('a call of a page that goes away leaves at once, over HTTP', async () => {
  const tab = tabAt((await serve()).url);
  await goLive(tab);
  const fetched = vi.spyOn(globalThis, 'fetch');
  const call = tab.call('markRead', input, { keepalive: true });
  expect(fetched).toHaveBeenCalledOnce();
  expect(fetched.mock.calls[0]?.[1]?.keepalive).toBe(true);
  await call;
});

test('an answer that the socket lost is fetched over HTTP, and its effect has happened once', async () => {
  const proxy = await proxied(await serve());
  const tab = tabAt(proxy.url);
  await goLive(tab);
  held.set(tab.userId, Promise.withResolvers());
  const call = tab.call('markRead', input);
  await expect
    .poll(() => database.read.selectFrom('platform.answered_request').select('request_id').execute())
    .toBeDefined();
  proxy.cut();
  await expect.poll(() => tab.live.status.get()).toBe('waiting');
  held.get(tab.userId)?.resolve();
  expect(await call).toEqual({ readSeq: 3, unread: 0 });
  expect(await effectsOf(tab)).toBe(1);
});

test('control: where the answer to a request is forgotten its effect happens twice, and it is noticed', async () => {
  const tab = tabAt((await serve()).url);
  const requestId = randomUUID();
  await tab.call('markRead', input, { requestId });
  await tab.call('markRead', input, { requestId });
  expect(await effectsOf(tab)).toBe(1);
  await database.read.deleteFrom('platform.answered_request').where('request_id', '=', requestId).execute();
  await tab.call('markRead', input, { requestId });
  expect(await effectsOf(tab)).toBe(2);
});

test('a socket that stays silent for 10 s after a question is given up, and the question goes over HTTP', async () => {
  const wire = await serve();
  const proxy = await proxied(wire);
  const tab = tabAt(proxy.url);
  await goLive(tab);
  proxy.freeze();
  const call = tab.call('listBlocks');
  await tab.time.advance(9_999);
  expect(tab.live.status.get()).toBe('online');
  await tab.time.advance(1);
  expect(tab.live.status.get()).toBe('waiting');
  expect(await call).toEqual({ blocks: [] });
});

test('a server that was killed and comes back is found again, and what was missed is caught up', async () => {
  let caughtUp = 0;
  const first = await serve();
  const tab = tabAt(first.url, { catchUp: async () => void (caughtUp += 1) });
  await goLive(tab);
  await expect.poll(() => caughtUp).toBe(1);
  await first.stop();
  await expect.poll(() => tab.live.status.get()).toBe('waiting');
  expect(await failureOf(tab.call('listBlocks'))).toMatchObject({ code: 'unavailable', reason: 'network' });

  await tab.time.advance(500);
  await expect.poll(() => tab.live.status.get()).toBe('waiting');
  const again = await serve(first.port);
  await tab.time.advance(1_000);
  await tab.online();
  await expect.poll(() => caughtUp).toBe(2);
  const heard: unknown[] = [];
  tab.live.on('typing', (event) => heard.push(event));
  const event = { chatRoomId: randomUUID(), userId: randomUUID(), activity: 'typing', until: clock.now() } as const;
  again.live.tell(tab.userId, { name: 'typing', data: event });
  await expect.poll(() => heard).toEqual([event]);
});

test('a server that answers over HTTP is back: its socket is not waited for any longer', async () => {
  const first = await serve();
  const tab = tabAt(first.url);
  await goLive(tab);
  await first.stop();
  for (const pause of [500, 1_000, 2_000]) {
    await expect.poll(() => tab.live.status.get()).toBe('waiting');
    await tab.time.advance(pause);
  }
  await expect.poll(() => tab.live.status.get()).toBe('waiting');
  await serve(first.port);
  expect(await tab.call('listBlocks')).toEqual({ blocks: [] });
  await tab.online();
});

test('the pauses between attempts double from half a second to half a minute', async () => {
  const tab = tabAt('http://127.0.0.1:9');
  let attempts = 0;
  stops.push(tab.live.status.subscribe(() => tab.live.status.get() === 'connecting' && (attempts += 1)));
  stops.push(tab.live.start());
  for (const [i, pause] of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
    await expect.poll(() => tab.live.status.get()).toBe('waiting');
    await tab.time.advance(pause - 1);
    expect(attempts).toBe(i + 1);
    await tab.time.advance(1);
    expect(attempts).toBe(i + 2);
  }
});

test('a gap, and every half minute, is a reason to catch up', async () => {
  let caughtUp = 0;
  const wire = await serve();
  const tab = tabAt(wire.url, { catchUp: async () => void (caughtUp += 1) });
  await goLive(tab);
  await expect.poll(() => caughtUp).toBe(1);
  wire.live.gap();
  await expect.poll(() => caughtUp).toBe(2);
  await tab.time.advance(32_999);
  expect(caughtUp).toBe(2);
  await tab.time.advance(1);
  expect(caughtUp).toBe(3);
});

test('a fresh bearer goes over the same socket before the old one ends', async () => {
  const wire = await serve();
  const tab = tabAt(wire.url);
  await goLive(tab);
  const [connection] = wire.live.all();
  const before = connection!.known.bearer.expiresAt;
  await clock.advance(240_000);
  await tab.time.advance(240_000);
  await expect.poll(() => connection!.known.bearer.expiresAt).toBe(before + 240_000);
  expect(tab.live.status.get()).toBe('online');
});

test('a session that is over ends the socket for good', async () => {
  const wire = await serve();
  let signedIn = true;
  const tab: Tab = tabAt(wire.url, { getToken: async () => (signedIn ? bearerOf(tab.userId, { clock }) : null) });
  await goLive(tab);
  const heard: string[] = [];
  tab.live.on('session.revoked', ({ reason }) => heard.push(reason));
  signedIn = false;
  wire.live.closeSession(tab.userId, 'logout');
  const later = async (): Promise<string> => {
    await tab.time.advance(500);
    return tab.live.status.get();
  };
  await expect.poll(later).toBe('off');
  expect(heard).toEqual(['logout']);
  expect(wire.live.has(tab.userId)).toBe(false);
});

test('a bearer that is not accepted is replaced once, and then the refusal is told', async () => {
  const wire = await serve();
  const tokens: string[] = ['stale'];
  const tab: Tab = tabAt(wire.url, {
    getToken: async () => {
      const accessToken = tokens.shift();
      return accessToken === undefined ? null : { accessToken, expiresIn: 300, userId: tab.userId };
    },
  });
  tokens.push(bearerOf(tab.userId, { clock }).accessToken);
  expect(await tab.call('listBlocks')).toEqual({ blocks: [] });
  wire.revoked.add(tab.userId);
  expect(await failureOf(tab.call('listBlocks'))).toMatchObject({
    code: 'unauthenticated',
    reason: 'not-authenticated',
  });
});

test.each(['HTTP', 'the socket'])(
  'an error over %s reads {code}: {message} and carries its reason',
  async (transport) => {
    const tab = tabAt((await serve()).url);
    if (transport === 'the socket') await goLive(tab);
    const error = await failureOf(tab.call('endCall', { callId: randomUUID() }));
    expect(error).toMatchObject({
      message: 'failed-precondition: Please give it five seconds first.',
      text: 'Please give it five seconds first.',
      code: 'failed-precondition',
      reason: 'too-early-to-end',
      retryAfter: 3,
    });
  },
);

test('a call is given up after 70 s, or when its caller does', async () => {
  const tab = tabAt((await serve()).url);
  held.set(tab.userId, Promise.withResolvers());
  stops.push(() => held.get(tab.userId)?.resolve());
  const patient = failureOf(tab.call('markRead', input));
  const caller = new AbortController();
  const impatient = failureOf(tab.call('listBlocks', undefined, { signal: caller.signal }));
  caller.abort();
  expect(await impatient).toMatchObject({ code: 'cancelled', reason: 'cancelled' });
  await tab.time.advance(70_000);
  expect(await patient).toMatchObject({ code: 'deadline-exceeded', reason: 'took-too-long' });
  held.get(tab.userId)?.resolve();
});

test('the server’s time is known after the first answer', async () => {
  const tab = tabAt((await serve()).url);
  await tab.time.advance(77_000);
  await tab.call('listBlocks');
  expect(Math.abs(tab.serverNow() - clock.now())).toBeLessThanOrEqual(1);
});

test('a stopping server finishes what is under way and sends its sockets away; what is new is asked elsewhere', async () => {
  const wire = await serve();
  const tab = tabAt(wire.url);
  await goLive(tab);
  held.set(tab.userId, Promise.withResolvers());
  const underWay = tab.call('markRead', input);
  await expect.poll(() => held.size).toBe(1);
  await tab.call('listBlocks');
  const stopped = wire.stop();
  const late = failureOf(tab.call('listBlocks'));
  held.get(tab.userId)?.resolve();
  expect(await underWay).toEqual({ readSeq: 3, unread: 0 });
  // There is no other node here.
  expect(await late).toMatchObject({ code: 'unavailable' });
  await stopped;
  await expect.poll(() => tab.live.status.get()).toBe('waiting');
});
