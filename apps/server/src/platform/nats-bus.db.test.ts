import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../testing/free-port.ts';
import { HAS_NATS, startNatsServer } from '../testing/nats-server.ts';
import type { Bus } from './bus.ts';
import { createLog } from './log.ts';
import { connectNatsBus } from './nats-bus.ts';

const log = createLog({ level: 'silent' });

test('without a server the start fails with its address and without the password', async () => {
  const url = `nats://ann:secret@127.0.0.1:${await freePort()}`;
  const refused = connectNatsBus({ url, log });
  await expect(refused).rejects.toThrow(/^BUS_URL: no NATS server takes us at 127\.0\.0\.1:\d+ \(/);
  await expect(refused).rejects.not.toThrow(/secret/);
});

describe.skipIf(!HAS_NATS)('over NATS', async () => {
  if (!HAS_NATS) return;
  const nats = await startNatsServer();
  afterAll(nats.kill);
  const open: Bus[] = [];
  afterEach(async () => {
    nats.thaw();
    await Promise.all(open.splice(0).map((bus) => bus.stop()));
  });

  async function join(name: string): Promise<Bus> {
    const bus = await connectNatsBus({ url: `${nats.url}/${name}`, log });
    open.push(bus);
    return bus;
  }

  /** Two nodes of one product, which hear each other. */
  async function two(): Promise<[Bus, Bus]> {
    const name = randomUUID();
    const [one, other] = [await join(name), await join(name)];
    await heard(one, other);
    return [one, other];
  }

  /** Resolves once the messages of each reach the other. */
  async function heard(one: Bus, other: Bus): Promise<void> {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const stop = to.subscribe('hello', () => true);
      await expect.poll(() => from.ask('hello', {}, 100)).toBe(true);
      stop();
    }
  }

  test('a message reaches both nodes once, and none after they stopped to listen', async () => {
    const [one, other] = await two();
    const told: unknown[] = [];
    const stops = [one, other].map((bus, i) => bus.subscribe('user.1', (message) => void told.push([i, message])));
    await heard(one, other);
    one.publish('user.1', { n: 1 });
    one.publish('user.2', { n: 2 });
    expect(told, 'its own sockets are first').toEqual([[0, { n: 1 }]]);
    await expect.poll(() => told).toHaveLength(2);
    for (const stop of stops) stop();
    await heard(one, other);
    one.publish('user.1', { n: 3 });
    await heard(one, other);
    expect(told).toEqual([
      [0, { n: 1 }],
      [1, { n: 1 }],
    ]);
  });

  test('products that share a server do not hear each other', async () => {
    const [one, stranger] = [await join('one'), await join('another')];
    const told: unknown[] = [];
    stranger.subscribe('user.1', (message) => void told.push(message));
    await expect.poll(() => one.ask('user.1', {}, 200)).toBeUndefined();
    expect(told).toEqual([]);
  });

  test('a question is answered by the node that knows, and at once by nobody', async () => {
    const [one, other] = await two();
    const third = await join(randomUUID());
    other.subscribe('user.1', () => undefined);
    other.subscribe('user.1', async () => ({ yes: true }));
    await expect.poll(() => one.ask('user.1', {}, 1_000)).toEqual({ yes: true });
    const before = performance.now();
    expect(await third.ask('user.1', {}, 10_000)).toBeUndefined();
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test('what is too large is not sent, nor is a subject with a wildcard; the connection holds', async () => {
    const [one, other] = await two();
    const told: unknown[] = [];
    other.subscribe('user.1', (message) => void told.push(message));
    one.publish('user.1', randomBytes(300_000).toString('hex'));
    expect(() => one.publish('user.*', {})).toThrow('no subject');
    await heard(one, other);
    one.publish('user.1', 'small');
    await expect.poll(() => told).toEqual(['small']);
  });

  test.each([
    ['is killed and begins again', () => nats.kill(), () => nats.restart()],
    ['freezes and wakes', async () => nats.freeze(), async () => nats.thaw()],
  ])('when the server %s, a node knows that it is cut off, and both tell of a gap', async (_, cut, mend) => {
    const [one, other] = await two();
    const gaps: string[] = [];
    one.onGap(() => {
      throw new Error('on purpose');
    });
    one.onGap(() => gaps.push('one'));
    other.onGap(() => gaps.push('other'));
    const told: unknown[] = [];
    other.subscribe('user.1', (message) => void told.push(message));
    await cut();
    await expect.poll(() => [one, other].map((bus) => bus.isConnected())).toEqual([false, false]);
    one.publish('user.1', 'lost');
    expect(await one.ask('user.1', {}, 10_000)).toBeUndefined();
    await mend();
    await expect.poll(() => new Set(gaps)).toEqual(new Set(['one', 'other']));
    await heard(one, other);
    one.publish('user.1', 'after');
    await expect.poll(() => told).toContain('after');
    expect(told).not.toContain('lost');
  });

  test('tls:// takes no server that speaks without', async () => {
    await expect(connectNatsBus({ url: nats.url.replace('nats:', 'tls:'), log })).rejects.toThrow(
      /does not support 'tls'/,
    );
  });

  test.each([
    ['publish', (bus: Bus) => bus.publish('user.0190aaaa', {})],
    ['subscription', (bus: Bus) => void bus.subscribe('user.0190aaaa', () => {})],
  ])(
    'a node that is refused a %s shows that it is cut off, and says so once without naming anybody',
    async (kind, ask) => {
      const denied = `${kind === 'publish' ? 'publish' : 'subscribe'}: { deny: "*.user.>" }`;
      const users = `{ user: ann, password: secret, permissions: { ${denied} } }`;
      const strict = await startNatsServer(`authorization { users = [ ${users} ] }`);
      onTestFinished(strict.kill);
      let said = '';
      const bus = await connectNatsBus({
        url: strict.url.replace('//', '//ann:secret@'),
        log: createLog({ level: 'warn', to: { write: (line) => void (said += line) } }),
      });
      open.push(bus);
      expect(bus.isConnected()).toBe(true);
      ask(bus);
      await expect.poll(() => bus.isConnected()).toBe(false);
      ask(bus);
      expect(await bus.ask('voice', {}, 1_000), 'what it may say it says').toBeUndefined();
      expect(said.trim().split('\n')).toHaveLength(1);
      expect(JSON.parse(said)).toMatchObject({ msg: 'the bus refuses a subject', operation: kind, about: 'user' });
      expect(said).not.toContain('0190aaaa');
    },
  );

  test('a node stops while the server is frozen', async () => {
    const [one] = await two();
    nats.freeze();
    const before = performance.now();
    await one.stop();
    expect(performance.now() - before).toBeLessThan(5_000);
  });
});
