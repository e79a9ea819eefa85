import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { ATTRIBUTE, type Attribute } from '../../platform/relay/stun.ts';
import { TurnClient } from '../../platform/relay/testing/turn-client.ts';
import { openUdpLine } from '../../platform/relay/testing/udp-line.ts';
import { freePort } from '../../testing/free-port.ts';
import { coturn } from './relays.ts';

const SHIPPED = fileURLToPath(new URL('../../../../../deploy/coturn.conf', import.meta.url));
const SECRET = 'a secret of this run only';
const CHANNEL = 0x4000;
/** Needs coturn, which `npm test` installs where it can; otherwise the tests are skipped. */
const isHere = spawnSync('turnserver', ['--version']).error === undefined;

const hasIPv6 = Object.values(networkInterfaces()).some((ones) => ones?.some(({ address }) => address === '::1'));
const IPV6: Attribute = { type: ATTRIBUTE.addressFamily, value: Buffer.from([2, 0, 0, 0]) };

/** A server with one pool of relay ports. */
interface Coturn {
  port: number;
  /** kill -9; resolves once the process has ended. */
  kill(): Promise<void>;
}

describe.runIf(isHere)('a coturn by the configuration that is shipped', () => {
  const home = mkdtempSync(join(tmpdir(), 'yonder-coturn-'));
  const stops: (() => unknown)[] = [() => rmSync(home, { recursive: true, force: true })];
  let first: Coturn;
  let second: Coturn;
  beforeAll(async () => {
    [first, second] = await Promise.all([start([34_000, 34_499]), start([34_500, 34_999])]);
  });
  afterAll(async () => {
    for (const stop of stops.toReversed()) await stop();
  });

  async function start(relayPorts: readonly [number, number], besides: readonly string[] = []): Promise<Coturn> {
    const port = await freePort();
    const server = startCoturn({ port, relayPorts, besides, pidFile: join(home, `${port}`) });
    const kill = async (): Promise<void> => {
      if (server.kill('SIGKILL')) await once(server, 'exit');
    };
    stops.push(kill);
    await listening(server);
    // coturn rejects its own challenges as stale in its first second.
    await vi.waitFor(async () => expect((await (await client({ at: port })).allocate()).error).toBeNull(), {
      timeout: 10_000,
    });
    return { port, kill };
  }

  async function client({
    userId = 'somebody',
    secret = SECRET,
    lastsMs = 60_000,
    at = first.port,
  } = {}): Promise<TurnClient> {
    const line = await openUdpLine({ port: at });
    stops.push(line.close);
    const guest = { holder: { kind: 'person' }, userId } as const;
    const { username = '', credential = '' } = coturn({ urls: [], secret }).iceServer(guest, Date.now() + lastsMs);
    return new TurnClient(line, { username, credential });
  }

  async function hearEachOther(ann: TurnClient, bob: TurnClient): Promise<void> {
    for (const one of [ann, bob]) expect((await one.allocate()).error).toBeNull();
    expect((await ann.bind(CHANNEL, bob.relayed)).error).toBeNull();
    expect((await bob.bind(CHANNEL, ann.relayed)).error).toBeNull();
    ann.tell(CHANNEL, 'hello');
    expect((await bob.line.hear()).subarray(4, 9).toString()).toBe('hello');
  }

  test('two who are allowed hear each other through it', async () => {
    await hearEachOther(await client({ userId: 'ann' }), await client({ userId: 'bob' }));
  });

  test.each([
    '0.0.0.1',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.2',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '239.1.1.1',
    '255.255.255.255',
    '1.1.1.1',
    '8.8.8.8',
    '126.255.255.255',
    '223.255.255.255',
  ])('it reaches nobody at %s', async (address) => {
    const ann = await client();
    await ann.allocate();
    const peer = { address, port: 53 };
    expect([(await ann.permit(peer)).error, (await ann.bind(CHANNEL, peer)).error]).toEqual([403, 403]);
  });

  test
    .runIf(hasIPv6)
    .each(['::2', '::ffff:8.8.8.8', '64:ff9b::808:808', '2001:4860:4860::8888', 'fd00:ec2::254', 'ff02::1'])(
    'nor at %s, where it has IPv6',
    async (address) => {
      const ann = await client();
      await ann.allocate([IPV6]);
      expect((await ann.permit({ address: '::1', port: 53 })).error).toBeNull();
      expect((await ann.permit({ address, port: 53 })).error).toBe(403);
    },
  );

  test('names that are over, or that somebody else has made, are not let in', async () => {
    const forged = await client({ secret: 'guessed' });
    expect((await forged.allocate()).error).toBe(401);
    // Polls, because a busy machine lets coturn's own clock fall behind.
    await expect.poll(async () => (await (await client({ lastsMs: -1_000 })).allocate()).error).toBe(401);
  });

  test('one person has 32 allocations at most', async () => {
    const errors: (number | null)[] = [];
    for (let i = 0; i < 33; i++) errors.push((await (await client({ userId: 'greedy' })).allocate()).error);
    expect(errors.filter((error) => error !== null)).toEqual([486]);
  });

  test('of 300 names that one person asks for 32 are served where 40 may be, and the next person is served', async () => {
    const small = await start([35_000, 35_499], ['--total-quota=40']);
    const errors: (number | null)[] = [];
    for (let i = 0; i < 300; i++) {
      const next = await client({ userId: 'greedy', lastsMs: 60_000 + i * 1_000, at: small.port });
      errors.push((await next.allocate()).error);
    }
    expect(errors.filter((error) => error === null)).toHaveLength(32);
    expect(new Set(errors.slice(32))).toEqual(new Set([486]));
    expect((await (await client({ userId: 'ann', at: small.port })).allocate()).error).toBeNull();
  });

  test('killed in the middle of a call, it leaves them another one of the pool, which takes the names they hold', async () => {
    const [ann, bob] = [await client({ userId: 'ann' }), await client({ userId: 'bob' })];
    await hearEachOther(ann, bob);
    await first.kill();
    const elsewhere = async ({ credentials }: TurnClient): Promise<TurnClient> => {
      const line = await openUdpLine({ port: second.port });
      stops.push(line.close);
      return new TurnClient(line, credentials);
    };
    await hearEachOther(await elsewhere(ann), await elsewhere(bob));
  });
});

function startCoturn({
  port,
  relayPorts: [lowest, highest],
  besides,
  pidFile,
}: {
  port: number;
  relayPorts: readonly [number, number];
  besides: readonly string[];
  pidFile: string;
}): ChildProcess {
  const own = ['--realm=yonder', '--listening-ip=127.0.0.1', '--relay-ip=127.0.0.1', '--allowed-peer-ip=127.0.0.1'];
  const six = hasIPv6 ? ['--relay-ip=::1', '--allowed-peer-ip=::1'] : [];
  return spawn('turnserver', [
    '-c',
    SHIPPED,
    ...own,
    ...six,
    `--listening-port=${port}`,
    `--min-port=${lowest}`,
    `--max-port=${highest}`,
    `--static-auth-secret=${SECRET}`,
    '--allow-loopback-peers',
    '--verbose',
    '--no-tls',
    '--no-dtls',
    `--pidfile=${pidFile}`,
    ...besides,
  ]);
}

async function listening(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = '';
  server.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    if (output.includes('UDP listener opened on')) resolve();
  });
  server.once('exit', () => reject(new Error(`coturn did not start:\n${output}`)));
  await promise;
}
