import { readdirSync } from 'node:fs';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { freshDatabase } from '../../testing/database.ts';
import { createChance } from '../../testing/mutations.ts';
import { loadServerKeys } from '../keys.ts';
import { createMetrics, type Metrics } from '../metrics.ts';
import { RELAY_KEYS, startClosedRelay, type ClosedRelay, type ClosedRelayOptions } from './closed-relay.ts';
import type { Holder } from './credentials.ts';
import { ALLOCATE, CHANNEL_BIND, errorOf, successOf, writeMessage } from './stun.ts';
import { datagram } from './testing/fuzz.ts';
import { CHANNEL, MINUTE, sideOf, waiting } from './testing/house.ts';
import { channelData, TurnClient, UDP_TRANSPORT } from './testing/turn-client.ts';
import { openUdpLine, type UdpLine } from './testing/udp-line.ts';

/** This machine's, as pages and clients name them. */
const ADDRESSES = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ scopeid }) => !scopeid)
  .map(({ address }) => address);
const HAS_IPV6 = Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'));

const { database, clock, log } = await freshDatabase();
const keys = await loadServerKeys({ database, clock, log, purposes: [RELAY_KEYS] });

let metrics: Metrics;
let relay: ClosedRelay;
let threads: Worker[];
const closing: (() => Promise<unknown>)[] = [];
const noteThread = (thread: Worker): void => void threads.push(thread);

beforeEach(async () => {
  threads = [];
  process.on('worker', noteThread);
  relay = await start();
});

afterEach(async () => {
  process.off('worker', noteThread);
  for (const close of closing.splice(0)) await close();
});

async function start(options: Partial<ClosedRelayOptions> = {}): Promise<ClosedRelay> {
  metrics = createMetrics({ clock, log });
  const started = await startClosedRelay({ keys, clock, log, metrics, listenOn: '127.0.0.1', port: 0, ...options });
  closing.push(() => started.stop());
  return started;
}

async function client(
  holder: Holder,
  { host = '127.0.0.1', from, of = relay }: { host?: string; from?: string; of?: ClosedRelay } = {},
): Promise<TurnClient & { line: UdpLine }> {
  const line = await openUdpLine({ port: of.port, host, from });
  closing.push(() => line.close().catch(() => {}));
  const credentials = of.credentials(holder, clock.now() + 10 * MINUTE);
  return Object.assign(new TurnClient(line, credentials), { line });
}

async function openCall(callId: string, of = relay): Promise<void> {
  const tickets = { a: `${callId}-ticket-a`, b: `${callId}-ticket-b` };
  of.open({ callId, until: clock.now() + 10 * MINUTE, tickets });
  await of.settled();
}

async function talking(callId: string) {
  await openCall(callId);
  const pair = [await client(sideOf(callId, 'a')), await client(sideOf(callId, 'b'))] as const;
  for (const one of pair) expect((await one.allocate()).error).toBeNull();
  await pair[0].bind(CHANNEL, pair[1].relayed);
  await pair[1].bind(CHANNEL, pair[0].relayed);
  return pair;
}

async function end(thread: Worker): Promise<void> {
  const ended = once(thread, 'exit');
  await thread.terminate();
  await ended;
}

async function read(name: string): Promise<number> {
  const line = (await metrics.text()).split('\n').find((text) => text.startsWith(`yonder_relay_${name} `));
  return Number(line?.split(' ').at(-1));
}

describe('the audit', () => {
  test('the right password is granted', async () => {
    const [, bob] = await talking('call-1');
    const ann = await client(sideOf('call-1', 'a'));
    expect(await ann.allocate()).toMatchObject({ type: successOf(ALLOCATE), signed: 'right' });
    expect((await bob.permit(ann.relayed)).error).toBeNull();
  });

  test.each([
    ['a wrong password', { credential: 'wrong' }],
    ['the user "constructor", no secret known', { username: 'constructor', credential: String({}.constructor) }],
    ['a forged name with the password of the honest one', { username: '1999999999:forged:call-1.a' }],
  ])('%s is refused', async (_, change) => {
    await talking('call-1');
    const honest = await client(sideOf('call-1', 'a'));
    const forger = new TurnClient(honest.line, { ...honest.credentials, ...change });
    expect(await forger.allocate()).toMatchObject({ type: errorOf(ALLOCATE), error: 401 });
    expect(await read('allocations')).toBe(2);
  });

  test('an expired name is refused', async () => {
    await talking('call-1');
    const line = await openUdpLine({ port: relay.port });
    closing.push(() => line.close());
    const late = new TurnClient(line, relay.credentials(sideOf('call-1', 'a'), clock.now() - 1_000));
    expect((await late.allocate()).error).toBe(401);
  });

  test('Refresh of 600 s keeps the allocation', async () => {
    const [ann] = await talking('call-1');
    expect(await ann.refresh(600)).toMatchObject({ error: null, signed: 'right' });
    expect(await read('allocations')).toBe(2);
  });

  test('a peer on loopback is refused with a signed answer, and not one byte reaches it', async () => {
    const peer = createSocket('udp4');
    peer.bind(0, '127.0.0.1');
    await once(peer, 'listening');
    let reached = 0;
    peer.on('message', () => reached++);
    const there = { address: '127.0.0.1', port: peer.address().port };
    const [ann] = await talking('call-1');
    expect(await ann.bind(0x4001, there)).toMatchObject({ type: errorOf(CHANNEL_BIND), error: 403, signed: 'right' });
    expect((await ann.permit(there)).error).toBe(403);
    ann.tell(0x4001, 'data');
    ann.send(there, 'data');
    await ann.hearsNothing();
    // Anything the relay had sent there would have come before this.
    ann.line.socket.disconnect();
    ann.line.socket.send('last', there.port, there.address);
    await once(peer, 'message');
    expect(reached).toBe(1);
    peer.close();
  });

  test('another call’s peer is refused and hears nothing', async () => {
    const [ann] = await talking('call-1');
    const [cem] = await talking('call-2');
    expect((await ann.bind(0x4001, cem.relayed)).error).toBe(403);
    ann.send(cem.relayed, 'data');
    await ann.hearsNothing();
    await cem.hearsNothing();
  });

  test('50 × allocate and Refresh 0 leave no descriptor and no allocation behind', async () => {
    const descriptors = (): number => readdirSync('/proc/self/fd').length;
    await talking('call-1');
    const before = descriptors();
    for (let i = 0; i < 50; i++) {
      const ann = await client(sideOf('call-1', 'a'));
      expect((await ann.allocate()).error).toBeNull();
      expect((await ann.refresh(0)).error).toBeNull();
      await ann.line.close();
    }
    expect(descriptors() - before).toBeLessThanOrEqual(0);
    expect(await read('allocations')).toBe(2);
  });

  test('2,000 strangers’ requests are 200 answers at once, 50 a second, and no memory', async () => {
    const ann = await client(sideOf('call-1', 'a'));
    const heap = async (): Promise<number> => (await threads[0]!.getHeapStatistics()).used_heap_size;
    const [before, began] = [await heap(), performance.now()];
    const request = writeMessage({ type: ALLOCATE, transactionId: Buffer.alloc(12), attributes: [UDP_TRANSPORT] });
    const dealtWith = async () => ann.line.inbox.length + (await read('packets_total{outcome="withheld"}'));
    for (let sent = 100; sent <= 2_000; sent += 100) {
      for (let i = 0; i < 100; i++) ann.line.say(request);
      await vi.waitFor(async () => expect(await dealtWith()).toBe(sent), { interval: 5, timeout: 5_000 });
    }
    expect(ann.line.inbox.length).toBeLessThanOrEqual(200 + Math.ceil((performance.now() - began) / 20));
    expect((await heap()) - before).toBeLessThan(10_000_000);
    expect(await read('allocations')).toBe(0);
  });

  test('4,000 packets arrive in order, and are counted', async () => {
    const [ann, bob] = await talking('call-1');
    const bytes = 30;
    for (let sent = 0; sent < 4_000; sent += 50) {
      for (let i = 0; i < 50; i++) ann.tell(CHANNEL, String(sent + i).padStart(bytes));
      for (let i = 0; i < 50; i++) {
        expect(await bob.line.hear()).toEqual(channelData(CHANNEL, Buffer.from(String(sent + i).padStart(bytes))));
      }
    }
    expect(await read('packets_total{outcome="passed"}')).toBe(4_000);
    expect(await read('bytes_total{outcome="passed"}')).toBe(4_000 * bytes);
  });
});

describe('its life', () => {
  test('a taken port is said in one line', async () => {
    const second = startClosedRelay({ keys, clock, log, metrics, listenOn: '127.0.0.1', port: relay.port });
    await expect(second).rejects.toThrow(`UDP port ${relay.port} is taken. Set RELAY_PORT to a free one.`);
  });

  test.each(['0.0.0.0', '::'])(
    'so is one that a relay of all addresses has, where another listens on %s',
    async (listenOn) => {
      const { port } = await start({ listenOn: '0.0.0.0' });
      const second = startClosedRelay({ keys, clock, log, metrics, listenOn, port });
      await expect(second).rejects.toThrow(`UDP port ${port} is taken. Set RELAY_PORT to a free one.`);
    },
  );

  test('a thread that ends is started again after 250 ms, on the same port, and knows the calls', async () => {
    const { port } = relay;
    await openCall('call-1');
    await end(threads[0]!);
    expect(relay.isListening()).toBe(false);
    await clock.advance(250);
    await vi.waitFor(() => expect(relay.isListening()).toBe(true), { timeout: 5_000 });
    expect(relay.port).toBe(port);
    const ann = await client(sideOf('call-1', 'a'));
    expect((await ann.allocate()).error).toBeNull();
    const stranger = await client(sideOf('call-2', 'a'));
    expect((await stranger.allocate()).error).toBe(401);
  });

  test('in the middle of a call: what they held is gone, and who asks anew hears the other again, in the same call', async () => {
    const [ann, bob] = await talking('call-1');
    await end(threads[0]!);
    await clock.advance(250);
    await vi.waitFor(() => expect(relay.isListening()).toBe(true), { timeout: 5_000 });
    ann.tell(CHANNEL, 'lost');
    await bob.hearsNothing();
    // An ICE restart uses ports of its own.
    const again = [await client(sideOf('call-1', 'a')), await client(sideOf('call-1', 'b'))] as const;
    for (const one of again) expect((await one.allocate()).error).toBeNull();
    await again[0].bind(CHANNEL, again[1].relayed);
    await again[1].bind(CHANNEL, again[0].relayed);
    again[0].tell(CHANNEL, 'back');
    expect(await again[1].line.hear()).toEqual(channelData(CHANNEL, Buffer.from('back')));
  });

  test('stopped, it lets go of its port and its thread', async () => {
    const { port } = relay;
    await relay.stop();
    expect(relay.isListening()).toBe(false);
    expect(threads[0]!.threadId).toBe(-1);
    const next = await start({ port });
    expect(next.port).toBe(port);
  });

  test('a closed call’s credentials are good for nothing any more', async () => {
    const [ann, bob] = await talking('call-1');
    relay.close('call-1');
    await expect.poll(() => read('allocations')).toBe(0);
    ann.tell(CHANNEL, 'data');
    await bob.hearsNothing();
    expect((await ann.refresh(600)).error).toBe(401);
    expect((await bob.allocate()).error).toBe(401);
  });

  test('a new key takes over after 60 s; what the old one sealed is good until 1 h after', async () => {
    const HOUR = 60 * MINUTE;
    relay.open({ callId: 'call-1', until: clock.now() + 2 * HOUR, tickets: { a: null, b: null } });
    const old = keys.signing(RELAY_KEYS).kid;
    const line = await openUdpLine({ port: relay.port });
    closing.push(() => line.close());
    const ann = new TurnClient(line, relay.credentials(sideOf('call-1', 'a'), clock.now() + 2 * HOUR));
    await keys.rotate(RELAY_KEYS);
    await clock.advance(MINUTE);
    expect(keys.signing(RELAY_KEYS).kid).not.toBe(old);
    const bob = await client(sideOf('call-1', 'b'));
    expect(bob.credentials.username).not.toContain(old);
    await relay.settled();
    expect((await bob.allocate()).error).toBeNull();

    await clock.advance(HOUR - 1_000);
    await relay.settled();
    await ann.challenge();
    expect((await ann.allocate()).error).toBeNull();
    await clock.advance(11_000);
    await vi.waitFor(
      async () => {
        await ann.challenge();
        expect((await ann.refresh(600)).error).toBe(401);
      },
      { timeout: 10_000 },
    );
  });

  test.runIf(HAS_IPV6)('one who comes over IPv6 and one over IPv4 hear each other', async () => {
    const both = await start({ listenOn: '::' });
    await openCall('call-1', both);
    const ann = await client(sideOf('call-1', 'a'), { of: both, host: '::1' });
    const bob = await client(waiting('call-1-ticket-b'), { of: both });
    for (const one of [ann, bob]) expect((await one.allocate()).error).toBeNull();
    await ann.bind(CHANNEL, bob.relayed);
    await bob.bind(CHANNEL, ann.relayed);
    ann.tell(CHANNEL, 'from six');
    expect(await bob.line.hear()).toEqual(channelData(CHANNEL, Buffer.from('from six')));
    bob.tell(CHANNEL, 'from four');
    expect(await ann.line.hear()).toEqual(channelData(CHANNEL, Buffer.from('from four')));
  });

  test.each(['0.0.0.0', '::'])(
    'on %s it answers from the address that was asked, whichever of its own the client has',
    async (listenOn) => {
      const all = await start({ listenOn });
      await openCall('call-1', all);
      const family = (address: string): number => isIP(address);
      const ways = ADDRESSES.flatMap((host) =>
        ADDRESSES.filter((from) => family(from) === family(host)).map((from) => ({ host, from })),
      );
      expect(ways).toContainEqual({ host: '127.0.0.1', from: '127.0.0.1' });
      const unheard = ways.map(async (way) => {
        const one = await client(sideOf('call-1', 'a'), { ...way, of: all });
        const answer = await Promise.race([one.challenge(), setTimeout(2_000, null)]);
        return answer === null ? [way] : [];
      });
      expect((await Promise.all(unheard)).flat()).toEqual([]);
    },
  );

  test('a call goes on while 2,000 hostile datagrams come in; only who asks is answered', async () => {
    const [ann, bob] = await talking('call-1');
    const eve = await client(waiting('eve'));
    const chance = createChance(20_260_615);
    for (let sent = 0; sent < 2_000; sent += 50) {
      for (let i = 0; i < 50; i++) eve.line.say(datagram(chance, eve, [ann.relayed, bob.relayed]));
      ann.tell(CHANNEL, String(sent));
      expect(await bob.line.hear()).toEqual(channelData(CHANNEL, Buffer.from(String(sent))));
    }
    expect(ann.line.inbox).toEqual([]);
    expect(bob.line.inbox).toEqual([]);
    expect(await read('packets_total{outcome="failed"}')).toBe(0);
    expect(relay.isListening()).toBe(true);
  });
});

describe('settled', () => {
  test('it grants the first datagram that follows, 100 times of 100', async () => {
    const ann = await client(sideOf('call-0', 'a'));
    const challenge = await ann.challenge();
    for (let i = 1; i <= 100; i++) {
      const holder = sideOf(`call-${i}`, 'a');
      const credentials = relay.credentials(holder, clock.now() + 10 * MINUTE);
      const one = new TurnClient(ann.line, credentials);
      one.heed(challenge);
      relay.open({ callId: `call-${i}`, until: clock.now() + 10 * MINUTE, tickets: { a: null, b: null } });
      expect(await relay.settled()).toBe(true);
      expect((await one.allocate()).error).toBeNull();
      expect((await one.refresh(0)).error).toBeNull();
    }
  });

  test('it waits no longer than a second for a thread that does not answer', async () => {
    vi.spyOn(threads[0]!, 'postMessage').mockImplementationOnce(() => {});
    let answer: boolean | 'none yet' = 'none yet';
    const settled = relay.settled().then((is) => (answer = is));
    await clock.advance(999);
    expect(answer).toBe('none yet');
    await clock.advance(1);
    expect(await settled).toBe(false);
  });

  test('nobody waits for a thread that ends, is down, or was stopped', async () => {
    vi.spyOn(threads[0]!, 'postMessage').mockImplementationOnce(() => {});
    const settled = relay.settled();
    await end(threads[0]!);
    expect(await settled).toBe(true);
    expect(relay.isListening()).toBe(false);
    expect(await relay.settled()).toBe(true);
    await relay.stop();
    expect(await relay.settled()).toBe(true);
  });
});
