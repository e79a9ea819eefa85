import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createClient, type Client } from '@yonder/client';
import { startProduct, type Product } from '../e2e/support/product.ts';
import { startTurnServer, type TurnServer } from '../e2e/support/turn-server.ts';
import { percentile } from './call-setup/figures.ts';
import type { Person } from './lib/crowd.ts';
import { loadUsers } from './lib/load-users.ts';
import { channelPacket, TurnPeer, type TurnAccess } from './lib/turn-peer.ts';

/**
 * Packets of many calls through the product's closed relay and, in turn with it, through coturn: from one side's
 * socket to the other side's, a few under way in each call, each answered as soon as it arrives. What counts is the
 * processor time a packet costs the relay's process; packets a second also depend on this driver, which shares the
 * machine. ratio = coturn's processor time a packet / ours: above 1 the closed relay is the lighter one.
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
const TICKS_PER_SECOND = 100;

interface Relay {
  pid: number;
  calls: readonly (readonly [TurnPeer, TurnPeer])[];
}

interface Round {
  packetsPerSecond: number;
  microsPerPacket: number;
}

const dataDir = await mkdtemp(join(tmpdir(), 'yonder-bench-'));
// PostgreSQL runs as another account where we are root: it must find its way in here.
await chmod(dataDir, 0o755);
const product = await startProduct({ DATA_DIR: dataDir, CALL_SECONDS: '3600' });
const turnServer = await startTurnServer();
try {
  report(await compare());
} finally {
  await turnServer.stop();
  await product.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function compare(): Promise<{ ours: Round[]; coturn: Round[] }> {
  const closed: Relay = { pid: product.pid, calls: await connectAll(await accessToProduct(product)) };
  const open: Relay = { pid: turnServer.pid, calls: await connectAll(accessToCoturn(turnServer)) };
  const rounds: { ours: Round[]; coturn: Round[] } = { ours: [], coturn: [] };
  await measure(closed);
  await measure(open);
  for (let round = 0; round < ROUNDS; round++) {
    rounds.ours.push(await measure(closed));
    rounds.coturn.push(await measure(open));
  }
  for (const peer of [...closed.calls, ...open.calls].flat()) peer.close();
  return rounds;
}

async function measure({ pid, calls }: Relay): Promise<Round> {
  let arrived = 0;
  let going = true;
  for (const [one, other] of calls) {
    for (const peer of [one, other]) {
      peer.onPacket = () => {
        arrived++;
        if (going) peer.send(PACKET);
      };
    }
    for (let sent = 0; sent < UNDER_WAY; sent++) one.send(PACKET);
  }
  await pause(ROUND_MS / 4);
  const [before, cpuBefore, began] = [arrived, cpuSecondsOf(pid), performance.now()];
  await pause(ROUND_MS);
  const [packets, cpu, seconds] = [
    arrived - before,
    cpuSecondsOf(pid) - cpuBefore,
    (performance.now() - began) / 1_000,
  ];
  going = false;
  await pause(ROUND_MS / 8);
  return { packetsPerSecond: packets / seconds, microsPerPacket: (cpu / packets) * 1_000_000 };
}

type Access = readonly [TurnAccess, TurnAccess];

async function connectAll(accesses: readonly Access[]): Promise<Relay['calls']> {
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

/** Real calls between people the matcher has brought together. */
async function accessToProduct({ url }: Product): Promise<Access[]> {
  const people = await loadUsers(dataDir, CALLS * 2);
  const accesses: Access[] = [];
  for (let i = 0; i < people.length; i += 2) {
    const [one, other] = [tabOf(people[i], url), tabOf(people[i + 1], url)];
    await one.call('joinCallQueue');
    const met = await other.call('joinCallQueue');
    if (!('callId' in met)) throw new Error('two people who wait were not brought together');
    const { callId } = met;
    for (const tab of [one, other]) await tab.call('startCallSession', { callId });
    for (const tab of [one, other]) await tab.call('reportMediaStatus', { callId, status: 'connected' });
    accesses.push([await accessOf(one, callId), await accessOf(other, callId)]);
  }
  return accesses;
}

function tabOf(person: Person | undefined, baseUrl: string): Client {
  if (!person) throw new Error('a person is missing');
  const { userId, accessToken } = person;
  const token = { userId, accessToken, expiresIn: 3_600 };
  return createClient({ baseUrl, tabId: `bench-${userId}`.slice(0, 64), getToken: async () => token });
}

async function accessOf(tab: Client, callId: string): Promise<TurnAccess> {
  const { iceServers } = await tab.call('getIceServers', { callId });
  const { urls = [], username = '', credential = '' } = iceServers[0] ?? {};
  const [, host = '', port] = /^turn:(.*):(\d+)\?/.exec(urls[0] ?? '') ?? [];
  return { host, port: Number(port), username, credential };
}

/** Time-limited names as coturn expects them. */
function accessToCoturn({ settings }: TurnServer): Access[] {
  const [, host = '', port] = /^turn:(.*):(\d+)\?/.exec(settings.TURN_URLS) ?? [];
  const username = `${Math.floor(Date.now() / 1_000) + 3_600}:bench`;
  const credential = createHmac('sha1', settings.TURN_SECRET).update(username).digest('base64');
  const access = { host, port: Number(port), username, credential };
  return Array.from({ length: CALLS }, () => [access, access]);
}

/** What the process and all its threads have used so far (proc(5): utime and stime). */
function cpuSecondsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

function report({ ours, coturn }: { ours: Round[]; coturn: Round[] }): void {
  const tenths = (value: number): number => Math.round(value * 10) / 10;
  const median = (rounds: Round[]): Round => ({
    packetsPerSecond: Math.round(
      percentile(
        rounds.map(({ packetsPerSecond }) => packetsPerSecond),
        0.5,
      ),
    ),
    microsPerPacket: tenths(
      percentile(
        rounds.map(({ microsPerPacket }) => microsPerPacket),
        0.5,
      ),
    ),
  });
  const [mine, theirs] = [median(ours), median(coturn)];
  console.table({ ours: mine, coturn: theirs });
  const ratio = Math.round((theirs.microsPerPacket / mine.microsPerPacket) * 1_000) / 1_000;
  const what = { bench: 'relay', unit: 'µs of processor time a packet', calls: CALLS, rounds: ROUNDS };
  console.log(JSON.stringify({ ...what, ours: mine, coturn: theirs, ratio }));
}
