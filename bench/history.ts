import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { start } from '../e2e/support/child.ts';
import { freePort } from '../e2e/support/ports.ts';
import { startProduct } from '../e2e/support/product.ts';
import { percentile } from './call-setup/figures.ts';
import { openAsker, type Asker } from './lib/asker.ts';
import { askedRoom, ASKERS, floor, PEOPLE, product, sizesOf, type Sizes, type Tables } from './lib/history.ts';
import { loadUsers } from './lib/load-users.ts';
import { clusterUrl, createDatabase } from './lib/postgres.ts';

/**
 * Reading with ever more stored: the newest page of 50, a page deep in the past of a long room, and a chat list of 50,
 * one question at a time over a live socket. Beside each, on the same PostgreSQL with as many rows, a bare server's.
 * ratio = our median / the floor's; flat = our median with the most stored / with the least.
 */
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '10000,100000,1000000' }, times: { type: 'string', default: '400' } },
});
const SIZES = values.sizes.split(',').map(Number);
const TIMES = Number(values.times);
const WARM_UP = 50;
const KINDS = ['newest', 'deep', 'list'] as const;
type Kind = (typeof KINDS)[number];

interface Asked {
  kind: Kind;
  asker: number;
  turn: number;
  id: string;
}
interface System {
  question(asked: Asked): object;
  askers: readonly Asker[];
  fillUp(upTo: Sizes): Promise<void>;
  stop(): Promise<void>;
}

const FLOOR = join(import.meta.dirname, 'lib/floor-history.ts');
const dataDir = await mkdtemp(join(tmpdir(), 'yonder-bench-'));
try {
  // PostgreSQL runs as another account where we are root: it must find its way in here.
  await chmod(dataDir, 0o755);
  const running = await startProduct({ DATA_DIR: dataDir });
  try {
    await compare(running.url);
  } finally {
    await running.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function compare(url: string): Promise<void> {
  const systems = { ours: await openProduct(url), floor: await openFloor() };
  const medians = { newest: [] as number[], deep: [] as number[], list: [] as number[] };
  const rows: Record<string, object> = {};
  for (const stored of SIZES) {
    for (const system of Object.values(systems)) await system.fillUp(sizesOf(stored));
    for (const kind of KINDS) {
      const [ours, bare] = await measure(systems, kind);
      medians[kind].push(ours.p50);
      rows[`${stored} ${kind}`] = {
        ...{ p50: ours.p50, p99: ours.p99, floorP50: bare.p50, floorP99: bare.p99 },
        ratio: hundredths(ours.p50 / bare.p50),
      };
    }
  }
  for (const system of Object.values(systems)) await system.stop();
  console.table(rows);
  const flat = Object.fromEntries(KINDS.map((kind) => [kind, hundredths(medians[kind].at(-1)! / medians[kind][0]!)]));
  console.log(JSON.stringify({ bench: 'history', unit: 'ms', sizes: SIZES, ...rows, flat }));
}

/** In turns, so that both meet the same moments of the machine. */
async function measure({ ours, floor: bare }: { ours: System; floor: System }, kind: Kind) {
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < WARM_UP + TIMES; turn++) {
    for (const [i, system] of [ours, bare].entries()) {
      // The long room is the first one's.
      const asker = kind === 'deep' ? 0 : turn % ASKERS;
      const ms = await system.askers[asker]!.ask((id) => system.question({ kind, asker, turn, id }));
      if (turn >= WARM_UP) times[i]!.push(ms);
    }
  }
  return times.map((ms) => ({ p50: hundredths(percentile(ms, 0.5)), p99: hundredths(percentile(ms, 0.99)) })) as [
    { p50: number; p99: number },
    { p50: number; p99: number },
  ];
}

async function openProduct(url: string): Promise<System> {
  const people = await loadUsers(dataDir, PEOPLE, { limits: 'off', ttlSeconds: 3_600 });
  const { rooms, ...filled } = await fillable(
    clusterUrl(dataDir),
    product,
    people.map(({ userId }) => userId),
  );
  const live = `${url.replace(/^http/, 'ws')}/api/v1/live`;
  const hello = (i: number) => ({ type: 'auth', token: people[i]!.accessToken, tabId: `bench-tab-${i}` });
  const askers = await Promise.all(Array.from({ length: ASKERS }, (_, i) => openAsker(live, hello(i))));
  const call = (id: string, name: string, data: object | null) => ({ type: 'call', id, function: name, data });
  let big = 0;
  return {
    askers,
    question({ kind, asker, turn, id }) {
      if (kind === 'list') return call(id, 'listChatRooms', null);
      const chatRoomId = kind === 'deep' ? rooms[0] : askedRoom(rooms, { asker, turn });
      const before = kind === 'deep' ? Math.ceil(big / 10) : null;
      return call(id, 'listMessages', { chatRoomId, before, limit: 50 });
    },
    async fillUp(upTo) {
      ({ big } = upTo);
      await filled.fillUp(upTo);
    },
    async stop() {
      for (const asker of askers) asker.stop();
      await filled.stop();
    },
  };
}

async function openFloor(): Promise<System> {
  const port = await freePort();
  const url = await createDatabase(clusterUrl(dataDir), 'floor');
  const people = Array.from({ length: PEOPLE }, () => crypto.randomUUID());
  const { rooms, ...filled } = await fillable(url, floor, people);
  const server = await start({
    ...{ command: process.execPath, args: [FLOOR, url, `${port}`], env: { PATH: process.env['PATH'] } },
    ready: /floor ready/,
  });
  const live = `ws://127.0.0.1:${port}`;
  const askers = await Promise.all(Array.from({ length: ASKERS }, () => openAsker(live, { type: 'auth' })));
  let big = 0;
  return {
    askers,
    question({ kind, asker, turn, id }) {
      const room = kind === 'deep' ? rooms[0] : askedRoom(rooms, { asker, turn });
      const before = kind === 'deep' ? Math.ceil(big / 10) : Number.MAX_SAFE_INTEGER;
      return { type: kind === 'list' ? 'list' : 'page', id, room, person: people[asker], before };
    },
    async fillUp(upTo) {
      ({ big } = upTo);
      await filled.fillUp(upTo);
    },
    async stop() {
      for (const asker of askers) asker.stop();
      await server.stop();
      await filled.stop();
    },
  };
}

async function fillable(url: string, tables: Tables, people: readonly string[]) {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const rooms = await tables.rooms(database, people);
  return {
    rooms,
    fillUp: (upTo: Sizes) => tables.fillUp(database, rooms, upTo),
    stop: () => database.end(),
  };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
