import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { start } from '../e2e/support/child.ts';
import { freePort } from '../e2e/support/ports.ts';
import { startProduct, type Product } from '../e2e/support/product.ts';
import { percentile } from './call-setup/figures.ts';
import { floorDialect, joinAtOnce, joinSteadily, productDialect, type Dialect, type Matching } from './lib/crowd.ts';
import { createProfiler } from './lib/profile.ts';
import { loadUsers } from './lib/load-users.ts';
import { clusterUrl, createDatabase } from './lib/postgres.ts';

/**
 * So many people join the queue at once over live sockets: pairs a second, and from the join until both know. Beside
 * it, on the same PostgreSQL and driven in the same way, two bare servers that pair in memory and store in batches: one
 * narrow row a session (floor-batchqueue), or the very rows that we store (floor-same-writes). Every session is checked
 * to have exactly two people. ratio = our pairs a second / floor-batchqueue's; p99Ratio = our p99 / floor-batchqueue's;
 * sameWrites.ratio = our pairs a second / floor-same-writes'. Then steady: two hundred join a second, one after another;
 * its ratio = our median time / floor-batchqueue's. --profile prints what our main thread does and allocates meanwhile,
 * by function.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '9' },
    profile: { type: 'boolean', default: false },
  },
});
const PEOPLE = Number(values.people);
const ROUNDS = Number(values.rounds);
/** Rounds that are not counted, lest servers be measured that have just started: V8 compiles for some 8,000 joins. */
const WARM_UP = 4;
const STEADY = { people: 600, perSecond: 200 };
/** Tabs of their own. */
const STEADY_ROUND = 1_000;
/** Nobody acknowledges; what follows of that is not measured here. */
const SETTINGS = { MATCH_ACK_SECONDS: '600' };
const FLOOR = join(import.meta.dirname, 'lib/floor-batchqueue.ts');

const profiler = values.profile ? await createProfiler() : undefined;

const dataDir = await mkdtemp(join(tmpdir(), 'yonder-bench-'));
try {
  // PostgreSQL runs as another account where we are root: it must find its way in here.
  await chmod(dataDir, 0o755);
  await compare(await startProduct({ ...SETTINGS, ...profiler?.settings, DATA_DIR: dataDir }));
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

interface Floor {
  dialect: Dialect;
  stop(): Promise<void>;
}

async function compare(product: Product): Promise<void> {
  const stops = [product.stop];
  try {
    const batchqueue = await startFloor('batchqueue');
    stops.unshift(batchqueue.stop);
    const sameWrites = await startFloor('same-writes');
    stops.unshift(sameWrites.stop);
    await measure({ product: product.url, batchqueue: batchqueue.dialect, sameWrites: sameWrites.dialect });
  } finally {
    for (const stop of stops) await stop();
  }
}

async function startFloor(manner: 'batchqueue' | 'same-writes'): Promise<Floor> {
  const port = await freePort();
  const url = await createDatabase(clusterUrl(dataDir), manner.replace('-', '_'));
  const { stop } = await start({
    ...{ command: process.execPath, args: [FLOOR, url, `${port}`, manner], env: { PATH: process.env['PATH'] } },
    ready: /floor ready/,
  });
  return { dialect: floorDialect(`ws://127.0.0.1:${port}`), stop };
}

interface Compared {
  /** Its address. */
  product: string;
  batchqueue: Dialect;
  sameWrites: Dialect;
}

async function measure({ product, batchqueue, sameWrites }: Compared): Promise<void> {
  await profiler?.begin();
  const ours: Matching[] = [];
  const theirs: Matching[] = [];
  const theSame: Matching[] = [];
  const steady = { ours: [] as Matching[], theirs: [] as Matching[] };
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    const people = await loadUsers(dataDir, PEOPLE);
    const bare = await joinAtOnce(batchqueue, people);
    const storing = await joinAtOnce(sameWrites, people);
    let end: (() => Promise<void>) | undefined;
    const full = await joinAtOnce(productDialect(product, round), people, {
      onStart: async () => void (end = round < WARM_UP ? undefined : await profiler?.count()),
      onEnd: async () => end?.(),
    });
    if (round < WARM_UP) continue;
    theirs.push(bare);
    theSame.push(storing);
    ours.push(full);
    const few = await loadUsers(dataDir, STEADY.people);
    steady.theirs.push(await joinSteadily(batchqueue, few, STEADY.perSecond));
    steady.ours.push(await joinSteadily(productDialect(product, STEADY_ROUND + round), few, STEADY.perSecond));
  }
  await profiler?.report(ROUNDS * PEOPLE, 'join');
  const floors = { 'floor-batchqueue': figuresOf(theirs), 'floor-same-writes': figuresOf(theSame) };
  const rows = { ours: figuresOf(ours), ...floors };
  const calm = { ours: figuresOf(steady.ours), 'floor-batchqueue': figuresOf(steady.theirs) };
  console.table({ ...rows, 'ours, steady': calm.ours, 'floor-batchqueue, steady': calm['floor-batchqueue'] });
  const { ours: mine, 'floor-batchqueue': bare, 'floor-same-writes': storing } = rows;
  const ratioTo = (floor: typeof mine) => Math.round((mine.pairsPerSecond / floor.pairsPerSecond) * 1_000) / 1_000;
  console.log(
    JSON.stringify({
      ...{ bench: 'match', unit: 'pairs/s', people: PEOPLE, rounds: ROUNDS },
      ...{ ours: mine.pairsPerSecond, floor: bare.pairsPerSecond, ratio: ratioTo(bare) },
      ...{ oursMs: timesOf(mine), floorMs: timesOf(bare), p99Ratio: Math.round((mine.p99 / bare.p99) * 1_000) / 1_000 },
      sameWrites: { floor: storing.pairsPerSecond, ratio: ratioTo(storing), floorMs: timesOf(storing) },
      steady: {
        ...{ perSecond: STEADY.perSecond, oursMs: timesOf(calm.ours), floorMs: timesOf(calm['floor-batchqueue']) },
        ratio: Math.round((calm.ours.p50 / calm['floor-batchqueue'].p50) * 100) / 100,
      },
    }),
  );
}

function timesOf({ p50, p99 }: ReturnType<typeof figuresOf>) {
  return { p50, p99 };
}

/** Medians over the rounds. */
function figuresOf(rounds: readonly Matching[]) {
  const median = (of: (round: Matching) => number) => Math.round(percentile(rounds.map(of), 0.5) * 10) / 10;
  return {
    pairsPerSecond: Math.round(median(({ pairs, totalMs }) => (pairs / totalMs) * 1_000)),
    p50: median(({ timesMs }) => percentile(timesMs, 0.5)),
    p99: median(({ timesMs }) => percentile(timesMs, 0.99)),
  };
}
