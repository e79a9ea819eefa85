import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { start } from '../../e2e/support/child.ts';
import { freePort } from '../../apps/server/src/testing/free-port.ts';
import { startProduct } from '../../e2e/support/product.ts';
import { percentile } from '../call-setup/figures.ts';
import { openAsker, type Asker } from './asker.ts';
import { loadUsers } from './load-users.ts';
import { clusterUrl, createDatabase } from './postgres.ts';
import { createProfiler, type Profiler } from './profile.ts';

/** What is asked when. */
export interface Asked<Kind> {
  kind: Kind;
  asker: number;
  turn: number;
  id: string;
}

/** The rows of one side, and the frames that ask for them. */
export interface Side<Kind> {
  question(asked: Asked<Kind>): object;
  /** So much is stored afterwards. */
  fillUp(stored: number): Promise<void>;
}

/** Reading with ever more stored: in ours, and in a bare server on the same PostgreSQL with as many rows. */
export interface Reading<Kind extends string> {
  bench: string;
  /** The first one is what --profile looks at. */
  kinds: readonly Kind[];
  people: number;
  askers: number;
  /** Who asks in that turn; absent: all of them by turns. */
  askerOf?(kind: Kind, turn: number): number;
  /** The bare server's file. */
  floor: string;
  ours(database: pg.Client, people: readonly string[]): Promise<Side<Kind>>;
  bare(database: pg.Client, people: readonly string[]): Promise<Side<Kind>>;
}

interface System<Kind> extends Side<Kind> {
  askers: readonly Asker[];
  stop(): Promise<void>;
}

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000' },
    /** Ten million beside them: some minutes, and some 8 GB of disk. */
    full: { type: 'boolean', default: false },
    times: { type: 'string', default: '400' },
    profile: { type: 'boolean', default: false },
  },
});
const SIZES = [...values.sizes.split(',').map(Number), ...(values.full ? [10_000_000] : [])];
const TIMES = Number(values.times);
const WARM_UP = 50;

/**
 * One question at a time over a live socket, in milliseconds. ratio = our median / the floor's; flat = our median with the
 * most stored / with the least. --profile prints what our main thread does and allocates with the most stored.
 */
export async function benchReading<Kind extends string>(reading: Reading<Kind>): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'yonder-bench-'));
  try {
    // PostgreSQL runs as another account where we are root: it must find its way in here.
    await chmod(dataDir, 0o755);
    const profiler = values.profile ? await createProfiler() : undefined;
    const running = await startProduct({ ...profiler?.settings, DATA_DIR: dataDir });
    try {
      const at = { dataDir, url: running.url };
      const systems = { ours: await openProduct(reading, at), bare: await openFloor(reading, dataDir) };
      await compare(reading, systems, profiler);
    } finally {
      await running.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function compare<Kind extends string>(
  reading: Reading<Kind>,
  systems: { ours: System<Kind>; bare: System<Kind> },
  profiler: Profiler | undefined,
): Promise<void> {
  const { bench, kinds } = reading;
  const medians = new Map(kinds.map((kind) => [kind, [] as number[]]));
  const rows: Record<string, object> = {};
  for (const stored of SIZES) {
    for (const system of Object.values(systems)) await system.fillUp(stored);
    for (const kind of kinds) {
      const isProfiled = profiler !== undefined && stored === SIZES.at(-1) && kind === kinds[0];
      if (isProfiled) await profiler.begin();
      const end = isProfiled ? await profiler.count() : undefined;
      const [ours, bare] = await measure(reading, systems, kind);
      await end?.();
      if (isProfiled) await profiler.report(WARM_UP + TIMES, kind);
      medians.get(kind)?.push(ours.p50);
      rows[`${stored} ${kind}`] = {
        p50: ours.p50,
        p99: ours.p99,
        floorP50: bare.p50,
        floorP99: bare.p99,
        ratio: hundredths(ours.p50 / bare.p50),
      };
    }
  }
  for (const system of Object.values(systems)) await system.stop();
  console.table(rows);
  const flat = Object.fromEntries([...medians].map(([kind, all]) => [kind, hundredths(all.at(-1)! / all[0]!)]));
  console.log(JSON.stringify({ bench, unit: 'ms', sizes: SIZES, ...rows, flat }));
}

interface Figures {
  p50: number;
  p99: number;
}

/** In turns, so that both meet the same moments of the machine. */
async function measure<Kind extends string>(
  { askers, askerOf }: Reading<Kind>,
  { ours, bare }: { ours: System<Kind>; bare: System<Kind> },
  kind: Kind,
): Promise<[Figures, Figures]> {
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < WARM_UP + TIMES; turn++) {
    const asker = askerOf?.(kind, turn) ?? turn % askers;
    for (const [i, system] of [ours, bare].entries()) {
      const ms = await system.askers[asker]!.ask((id) => system.question({ kind, asker, turn, id }));
      if (turn >= WARM_UP) times[i]!.push(ms);
    }
  }
  return [figuresOf(times[0]), figuresOf(times[1])];
}

function figuresOf(ms: number[]): Figures {
  return { p50: hundredths(percentile(ms, 0.5)), p99: hundredths(percentile(ms, 0.99)) };
}

async function openProduct<Kind extends string>(
  { people: count, askers: many, ours }: Reading<Kind>,
  { dataDir, url }: { dataDir: string; url: string },
): Promise<System<Kind>> {
  const people = await loadUsers(dataDir, count, { limits: 'off', ttlSeconds: 3_600 });
  const database = await connect(clusterUrl(dataDir));
  const side = await ours(
    database,
    people.map(({ userId }) => userId),
  );
  const live = `${url.replace(/^http/, 'ws')}/api/v1/live`;
  const hello = (i: number) => ({ type: 'auth', token: people[i]!.accessToken, tabId: `bench-tab-${i}` });
  const askers = await Promise.all(Array.from({ length: many }, (_, i) => openAsker(live, hello(i))));
  return { ...side, askers, stop: () => stopAll(askers, database) };
}

async function openFloor<Kind extends string>(
  { people: count, askers: many, bare, floor }: Reading<Kind>,
  dataDir: string,
): Promise<System<Kind>> {
  const port = await freePort();
  const url = await createDatabase(clusterUrl(dataDir), 'floor');
  const database = await connect(url);
  const people = Array.from({ length: count }, () => crypto.randomUUID());
  const side = await bare(database, people);
  const server = await start({
    command: process.execPath,
    args: [floor, url, `${port}`],
    env: { PATH: process.env['PATH'] },
    ready: /floor ready/,
  });
  const live = `ws://127.0.0.1:${port}`;
  const askers = await Promise.all(Array.from({ length: many }, () => openAsker(live, { type: 'auth' })));
  return {
    ...side,
    askers,
    async stop() {
      await stopAll(askers, database);
      await server.stop();
    },
  };
}

async function stopAll(askers: readonly Asker[], database: pg.Client): Promise<void> {
  for (const asker of askers) asker.stop();
  await database.end();
}

async function connect(connectionString: string): Promise<pg.Client> {
  const database = new pg.Client({ connectionString });
  await database.connect();
  return database;
}

/** A call as our live socket takes it. */
export function callFrame(id: string, name: string, data: object | null): object {
  return { type: 'call', id, function: name, data };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
