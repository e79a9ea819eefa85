import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Running, start } from '../e2e/support/child.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { startProduct, type Product } from '../e2e/support/product.ts';
import { startTurnServer, type TurnServer } from '../e2e/support/turn-server.ts';
import { percentile } from './call-setup/figures.ts';
import { loadUsers } from './lib/load-users.ts';
import { accessToCoturn, accessToProduct, type CallAccess } from './relay/accesses.ts';
import { processorTimeOf, type Program } from './relay/processor-time.ts';
import { channelPacket, TurnPeer } from './relay/turn-peer.ts';

/**
 * Packets of many calls through the product's closed relay and, in turn with it, through coturn: from one side's
 * socket to the other side's, two under way in each call, each answered as soon as it arrives. What counts is the
 * processor time a packet costs the relay; packets a second also depend on this driver, which shares the machine.
 * ratio = coturn's processor time a packet / ours: above 1 the closed relay is the lighter one. floorRatio: the same
 * for what Node alone takes to receive a datagram and to send it on.
 */
const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '100' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
  },
});
const CALLS = Number(values.calls);
const ROUNDS = Number(values.rounds);
const ROUND_MS = Number(values.seconds) * 1_000;
const UNDER_WAY = 2;
/** A packet of 20 ms of speech, encrypted. */
const PACKET = channelPacket(100);
const FLOOR = join(import.meta.dirname, 'lib/floor-forward.ts');

type Calls = readonly (readonly TurnPeer[])[];

interface Relay extends Program {
  calls: Calls;
}

interface Round {
  packetsPerSecond: number;
  microsPerPacket: number;
}

const dataDir = await mkdtemp(join(tmpdir(), 'yonder-bench-'));
const running: Pick<Running, 'stop'>[] = [];
try {
  // PostgreSQL runs as another account where we are root: it must find its way in here.
  await chmod(dataDir, 0o755);
  const product = keep(await startProduct({ DATA_DIR: dataDir, CALL_SECONDS: '3600' }));
  const turnServer = keep(await startTurnServer());
  report(await compare([await ours(product), await coturn(turnServer), await floor()]));
} finally {
  for (const one of running.toReversed()) await one.stop();
  await rm(dataDir, { recursive: true, force: true });
}

function keep<T extends Pick<Running, 'stop'>>(one: T): T {
  running.push(one);
  return one;
}

async function ours(product: Product): Promise<Relay> {
  const people = await loadUsers(dataDir, CALLS * 2);
  const calls = await connectAll(await accessToProduct(product, people));
  return { pid: product.pid, threads: 'all but the first', calls };
}

async function coturn(turnServer: TurnServer): Promise<Relay> {
  return { pid: turnServer.pid, threads: 'all', calls: await connectAll(accessToCoturn(turnServer, CALLS)) };
}

async function floor(): Promise<Relay> {
  const port = await freePort();
  const env = { PATH: process.env['PATH'] };
  const { pid } = keep(await start({ command: process.execPath, args: [FLOOR, `${port}`], env, ready: /floor ready/ }));
  const peer = (): TurnPeer => new TurnPeer({ host: '127.0.0.1', port });
  const calls = Array.from({ length: CALLS }, () => [peer(), peer()] as const);
  for (const [one, other] of calls) await Promise.all([one.meet(), other.meet()]);
  return { pid, threads: 'all', calls };
}

async function connectAll(accesses: readonly CallAccess[]): Promise<Calls> {
  const calls: [TurnPeer, TurnPeer][] = [];
  for (const [a, b] of accesses) {
    const [one, other] = [new TurnPeer(a), new TurnPeer(b)];
    for (const peer of [one, other]) await peer.allocate();
    await one.bindTo(other);
    await other.bindTo(one);
    calls.push([one, other]);
  }
  return calls;
}

/** Turn by turn, so that a busy moment meets all; the first turn warms up. */
async function compare(relays: readonly Relay[]): Promise<Round[]> {
  const rounds = relays.map((): Round[] => []);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [i, relay] of relays.entries()) {
      const measured = await measure(relay);
      if (round > 0) rounds[i]?.push(measured);
    }
  }
  for (const peer of relays.flatMap(({ calls }) => calls.flat())) peer.close();
  return rounds.map(median);
}

async function measure({ calls, ...program }: Relay): Promise<Round> {
  let arrived = 0;
  let going = true;
  for (const peer of calls.flat()) {
    peer.onPacket = () => {
      arrived++;
      if (going) peer.send(PACKET);
    };
  }
  for (const [one] of calls) for (let sent = 0; sent < UNDER_WAY; sent++) one?.send(PACKET);
  await pause(ROUND_MS / 4);
  const before = { arrived, processor: processorTimeOf(program), at: performance.now() };
  await pause(ROUND_MS);
  const packets = arrived - before.arrived;
  const micros = (processorTimeOf(program) - before.processor) * 1_000_000;
  const seconds = (performance.now() - before.at) / 1_000;
  going = false;
  await pause(ROUND_MS / 8);
  return { packetsPerSecond: packets / seconds, microsPerPacket: micros / packets };
}

function median(rounds: readonly Round[]): Round {
  const of = (read: (round: Round) => number): number => percentile(rounds.map(read), 0.5);
  return {
    packetsPerSecond: Math.round(of(({ packetsPerSecond }) => packetsPerSecond)),
    microsPerPacket: Math.round(of(({ microsPerPacket }) => microsPerPacket) * 10) / 10,
  };
}

function report([mine, theirs, bare]: readonly Round[]): void {
  if (!mine || !theirs || !bare) throw new Error('not everything was measured');
  console.table({ ours: mine, coturn: theirs, 'floor-forward': bare });
  const ratioTo = (other: Round): number => Math.round((other.microsPerPacket / mine.microsPerPacket) * 1_000) / 1_000;
  const what = { bench: 'relay', unit: 'µs of processor time a packet', calls: CALLS, rounds: ROUNDS };
  const ratios = { ratio: ratioTo(theirs), floorRatio: ratioTo(bare) };
  console.log(JSON.stringify({ ...what, ours: mine, coturn: theirs, floor: bare, ...ratios }));
}
