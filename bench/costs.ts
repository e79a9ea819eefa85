import { once } from 'node:events';
import { createServer } from 'node:http';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Client, createClient } from '@yonder/client';
import pg from 'pg';
import { startProduct, type Product } from '../e2e/support/product.ts';
import { Voices } from '../e2e/support/voices.ts';
import { percentile } from './call-setup/figures.ts';
import { type Asker, openAsker } from './lib/asker.ts';
import { joinAtOnce, type Person, productDialect } from './lib/crowd.ts';
import { loadUsers } from './lib/load-users.ts';
import { type Cost, Meter } from './lib/meter.ts';
import { measureVoice, type Voice } from './lib/opus.ts';
import { clusterUrl } from './lib/postgres.ts';
import { makeRooms } from './lib/rooms.ts';
import { Crowd, productTalk } from './lib/talk.ts';

/**
 * What one of each costs, for the model of docs/scale.md: processor time of the server and of PostgreSQL for a join that
 * is paired, a message and a signal of a call; bytes stored of a message and of a call; and what one side of a call sends.
 * No floor: `match`, `messages`, `idle` and `relay` have theirs.
 */
const { values } = parseArgs({
  options: { people: { type: 'string', default: '2000' }, rounds: { type: 'string', default: '3' } },
});
const PEOPLE = Number(values.people);
const ROUNDS = Number(values.rounds);
const TALKERS = 200;
const EACH = 150;
const SIGNALS = 100;
const SIGNALLERS = 50;
const VOICE_SECONDS = 8;
/** Nobody acknowledges; what follows of that is not measured here. */
const SETTINGS = { MATCH_ACK_SECONDS: '600' };

const dataDir = await mkdtemp(join(tmpdir(), 'yonder-bench-'));
try {
  // PostgreSQL runs as another account where we are root: it must find its way in here.
  await chmod(dataDir, 0o755);
  const product = await startProduct({ ...SETTINGS, DATA_DIR: dataDir });
  const database = new pg.Client({ connectionString: clusterUrl(dataDir) });
  await database.connect();
  try {
    const rows = {
      message: await messages(product, database),
      signal: await signals(product, database),
      join: await joins(product, database),
    };
    console.table(rows);
    const voice = await voiceOf();
    console.table({ 'one side of a call': voice });
    console.log(JSON.stringify({ bench: 'costs', people: PEOPLE, rounds: ROUNDS, ...rows, voice }));
  } finally {
    await database.end();
    await product.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

/** Of one person: all join at once and are paired. The first round warms up, here and below. */
async function joins({ url, pid }: Product, database: pg.Client): Promise<Cost> {
  const rounds: Cost[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const people = await loadUsers(dataDir, PEOPLE);
    const meter = await Meter.over({ pid, dataDir, database }, ['voice', 'engagement']);
    await joinAtOnce(productDialect(url, round), people, { onStart: () => meter.begin() });
    rounds.push(await meter.costOf(PEOPLE));
  }
  return median(rounds.slice(1));
}

/** One in flight each: batches of some size, as in a busy hour. */
async function messages({ url, pid }: Product, database: pg.Client): Promise<Cost> {
  const people = await loadUsers(dataDir, TALKERS, { limits: 'off', ttlSeconds: 3_600 });
  const tokens = people.map(({ accessToken }) => accessToken);
  const rounds: Cost[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const crowd = new Crowd(productTalk(url, { tokens, rooms: await makeRooms(database, people) }), TALKERS);
    await crowd.ready();
    const meter = await Meter.over({ pid, dataDir, database }, ['chats']);
    meter.begin();
    const { sent } = await crowd.oneInFlight(EACH);
    rounds.push(await meter.costOf(sent));
    crowd.stop();
  }
  return median(rounds.slice(1));
}

/** A candidate from one side of a call to the other. */
async function signals({ url, pid }: Product, database: pg.Client): Promise<Cost> {
  const people = await loadUsers(dataDir, SIGNALLERS, { limits: 'off', ttlSeconds: 3_600 });
  const sides = await callsOf(url, people);
  const rounds: Cost[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const meter = await Meter.over({ pid, dataDir, database }, ['voice']);
    meter.begin();
    await Promise.all(sides.map((side) => sendCandidates(side)));
    rounds.push(await meter.costOf(SIGNALS * sides.length));
  }
  for (const { asker } of sides) asker.stop();
  return median(rounds.slice(1));
}

interface SideOfCall {
  callId: string;
  asker: Asker;
}

/** Two after two are brought together, and both are there. */
async function callsOf(url: string, people: readonly Person[]): Promise<SideOfCall[]> {
  const live = `${url.replace(/^http/, 'ws')}/api/v1/live`;
  const sides: SideOfCall[] = [];
  for (let i = 0; i < people.length; i += 2) {
    const both = [people[i]!, people[i + 1]!].map((person) => ({ person, tab: tabOf(person, url) }));
    const askers = await Promise.all(both.map(({ person }) => openAsker(live, helloOf(person))));
    const [one, other] = both;
    await one!.tab.call('joinCallQueue');
    const met = await other!.tab.call('joinCallQueue');
    if (!('callId' in met)) throw new Error('two people who wait were not brought together');
    const { callId } = met;
    for (const { tab } of both) await tab.call('startCallSession', { callId });
    for (const asker of askers) sides.push({ callId, asker });
  }
  return sides;
}

async function sendCandidates({ callId, asker }: SideOfCall): Promise<void> {
  const candidate = {
    candidate: 'candidate:1 1 udp 41885439 127.0.0.1 50000 typ relay',
    sdpMid: '0',
    sdpMLineIndex: 0,
  };
  for (let sent = 0; sent < SIGNALS; sent++) {
    await asker.ask((id) => ({ type: 'call', id, function: 'addIceCandidate', data: { callId, candidate } }));
  }
}

function helloOf(person: Person): object {
  return { type: 'auth', token: person.accessToken, tabId: tabIdOf(person) };
}

function tabIdOf({ userId }: Person): string {
  return `bench-${userId}`;
}

function tabOf(person: Person, baseUrl: string): Client {
  const { userId, accessToken } = person;
  const token = { userId, accessToken, expiresIn: 3_600 };
  return createClient({ baseUrl, tabId: tabIdOf(person), getToken: async () => token });
}

async function voiceOf(): Promise<Voice> {
  const http = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html>'));
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const voices = new Voices();
  try {
    const context = await (await voices.browser(440, 'whole')).newContext({ permissions: ['microphone'] });
    const page = await context.newPage();
    await page.goto(`http://localhost:${Number(Reflect.get(Object(http.address()), 'port'))}/`);
    const { packetsPerSecond, packetBytes } = await measureVoice(page, VOICE_SECONDS);
    return { packetsPerSecond: tenths(packetsPerSecond), packetBytes: tenths(packetBytes) };
  } finally {
    await voices.stop();
    http.close();
  }
}

function median(rounds: readonly Cost[]): Cost {
  const of = (read: (round: Cost) => number): number => tenths(percentile(rounds.map(read), 0.5));
  return {
    serverMicros: of(({ serverMicros }) => serverMicros),
    databaseMicros: of((round) => round.databaseMicros),
    storedBytes: of(({ storedBytes }) => storedBytes),
  };
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
