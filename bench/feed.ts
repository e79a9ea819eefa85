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
import { loadUsers } from './lib/load-users.ts';
import { ASKERS, floor, type MomentTables, PEOPLE, product, regionOf, REGIONS } from './lib/moments.ts';
import { clusterUrl, createDatabase } from './lib/postgres.ts';

/**
 * Reading moments with ever more of them, in 200 regions: the feed of a region, the feed for an age and a language, and
 * the comments on a post, one question at a time over a live socket. Beside each, on the same PostgreSQL with as many
 * rows, a bare server's. ratio = our median / the floor's; flat = our median with the most stored / with the least.
 */
const { values } = parseArgs({
  options: { sizes: { type: 'string', default: '10000,100000,1000000' }, times: { type: 'string', default: '400' } },
});
const SIZES = values.sizes.split(',').map(Number);
const TIMES = Number(values.times);
const WARM_UP = 50;
const KINDS = ['feed', 'filtered', 'comments'] as const;
type Kind = (typeof KINDS)[number];

interface Asked {
  kind: Kind;
  turn: number;
  id: string;
}
interface System {
  question(asked: Asked): object;
  askers: readonly Asker[];
  fillUp(stored: { from: number; to: number }): Promise<void>;
  stop(): Promise<void>;
}

const FLOOR = join(import.meta.dirname, 'lib/floor-feed.ts');
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
  const medians = { feed: [] as number[], filtered: [] as number[], comments: [] as number[] };
  const rows: Record<string, object> = {};
  let from = 0;
  for (const to of SIZES) {
    for (const system of Object.values(systems)) await system.fillUp({ from, to });
    from = to;
    for (const kind of KINDS) {
      const [ours, bare] = await measure(systems, kind);
      medians[kind].push(ours.p50);
      rows[`${to} ${kind}`] = {
        ...{ p50: ours.p50, p99: ours.p99, floorP50: bare.p50, floorP99: bare.p99 },
        ratio: hundredths(ours.p50 / bare.p50),
      };
    }
  }
  for (const system of Object.values(systems)) await system.stop();
  console.table(rows);
  const flat = Object.fromEntries(KINDS.map((kind) => [kind, hundredths(medians[kind].at(-1)! / medians[kind][0]!)]));
  console.log(JSON.stringify({ bench: 'feed', unit: 'ms', sizes: SIZES, ...rows, flat }));
}

/** In turns, so that both meet the same moments of the machine. */
async function measure({ ours, floor: bare }: { ours: System; floor: System }, kind: Kind) {
  const times: [number[], number[]] = [[], []];
  for (let turn = 0; turn < WARM_UP + TIMES; turn++) {
    for (const [i, system] of [ours, bare].entries()) {
      const ms = await system.askers[turn % ASKERS]!.ask((id) => system.question({ kind, turn, id }));
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
  const ids = people.map(({ userId }) => userId);
  const { posts, ...filled } = await fillable({ url: clusterUrl(dataDir), tables: product, people: ids });
  const live = `${url.replace(/^http/, 'ws')}/api/v1/live`;
  const hello = (i: number) => ({ type: 'auth', token: people[i]!.accessToken, tabId: `bench-tab-${i}` });
  const askers = await Promise.all(Array.from({ length: ASKERS }, (_, i) => openAsker(live, hello(i))));
  const call = (id: string, name: string, data: object) => ({ type: 'call', id, function: name, data });
  return {
    ...{ askers, fillUp: filled.fillUp },
    question({ kind, turn, id }) {
      if (kind === 'comments') return call(id, 'listComments', { postId: posts[turn % ASKERS] });
      const narrowed = kind === 'filtered' ? { ageRange: '25-34', language: 'en' } : {};
      return call(id, 'listPosts', { region: regionOf(turn % REGIONS), ...narrowed });
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
  const { posts, ...filled } = await fillable({ url, tables: floor, people });
  const server = await start({
    ...{ command: process.execPath, args: [FLOOR, url, `${port}`], env: { PATH: process.env['PATH'] } },
    ready: /floor ready/,
  });
  const live = `ws://127.0.0.1:${port}`;
  const askers = await Promise.all(Array.from({ length: ASKERS }, () => openAsker(live, { type: 'auth' })));
  return {
    ...{ askers, fillUp: filled.fillUp },
    question: ({ kind, turn, id }) => ({
      ...{ type: kind === 'comments' ? 'comments' : 'feed', id },
      ...{ region: regionOf(turn % REGIONS), post: posts[turn % ASKERS] },
    }),
    async stop() {
      for (const asker of askers) asker.stop();
      await server.stop();
      await filled.stop();
    },
  };
}

async function fillable({ url, tables, people }: { url: string; tables: MomentTables; people: readonly string[] }) {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  const posts = await tables.open(database, people);
  return {
    posts,
    fillUp: (stored: { from: number; to: number }) => tables.fillUp(database, people, stored),
    stop: () => database.end(),
  };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
