import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { start } from '../e2e/support/child.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
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
 * to have exactly two people. In each round all three come one after another, each first as often as the others, and a
 * ratio is the median of the rounds' own, for the machine changes its pace: ratio = our pairs a second /
 * floor-batchqueue's; p99Ratio = our p99 / floor-batchqueue's; sameWrites.ratio = our pairs a second /
 * floor-same-writes'. Then steady: two hundred join a second, one after another; medianRatio = our median time /
 * floor-batchqueue's. Half of them wait 5 ms for the next one, whatever the server does, and half for nobody, so that it
 * is of the one half or of the other by chance; ratio is of the mean, quickRatio of those who wait for nobody (p25).
 * --profile prints what our main thread does and allocates while all join at once, by function.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '21' },
    profile: { type: 'boolean', default: false },
  },
});
const PEOPLE = Number(values.people);
const ROUNDS = Number(values.rounds);
/** Rounds that are not counted, lest servers be measured that have just started: V8 compiles for some 8,000 joins. */
const WARM_UP = 4;
const STEADY = { people: 600, perSecond: 200, rounds: 9 };
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
    command: process.execPath,
    args: [FLOOR, url, `${port}`, manner],
    env: { PATH: process.env['PATH'] },
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

async function measure(compared: Compared): Promise<void> {
  const rush = await joinInRounds(compared);
  const steady = await joinSteadilyInRounds(compared);
  const ours = figuresOf(rush.map((round) => round.ours));
  const bare = figuresOf(rush.map((round) => round.batchqueue));
  const storing = figuresOf(rush.map((round) => round.sameWrites));
  const calm = {
    ours: figuresOf(steady.map((round) => round.ours)),
    bare: figuresOf(steady.map((round) => round.batchqueue)),
  };
  console.table({
    ours,
    'floor-batchqueue': bare,
    'floor-same-writes': storing,
    'ours, steady': calm.ours,
    'floor-batchqueue, steady': calm.bare,
  });
  console.log(
    JSON.stringify({
      bench: 'match',
      unit: 'pairs/s',
      people: PEOPLE,
      rounds: ROUNDS,
      ours: ours.pairsPerSecond,
      floor: bare.pairsPerSecond,
      ratio: ratioOf(rush, 'batchqueue', paceOf),
      oursMs: timesOf(ours),
      floorMs: timesOf(bare),
      p99Ratio: ratioOf(rush, 'batchqueue', slowestOf),
      sameWrites: {
        floor: storing.pairsPerSecond,
        ratio: ratioOf(rush, 'sameWrites', paceOf),
        floorMs: timesOf(storing),
      },
      steady: {
        perSecond: STEADY.perSecond,
        oursMs: calmTimesOf(calm.ours),
        floorMs: calmTimesOf(calm.bare),
        medianRatio: ratioOf(steady, 'batchqueue', middleOf),
        ratio: ratioOf(steady, 'batchqueue', meanOf),
        quickRatio: ratioOf(steady, 'batchqueue', quickOf),
      },
    }),
  );
}

type Round<Name extends string> = Readonly<Record<Name, Matching>>;
type Rush = Round<'ours' | 'batchqueue' | 'sameWrites'>;

async function joinInRounds(compared: Compared): Promise<Rush[]> {
  const { product, ...floors } = compared;
  const rounds: Rush[] = [];
  await profiler?.begin();
  for (let n = 0; n < WARM_UP + ROUNDS; n++) {
    const counts = n >= WARM_UP;
    const people = await loadUsers(dataDir, PEOPLE);
    let end: (() => Promise<void>) | undefined;
    const watched = {
      onStart: async () => void (end = counts ? await profiler?.count() : undefined),
      onEnd: async () => end?.(),
    };
    const round = await inTurns(n, {
      batchqueue: async () => joinAtOnce(floors.batchqueue, people),
      sameWrites: async () => joinAtOnce(floors.sameWrites, people),
      ours: async () => joinAtOnce(productDialect(product, n), people, watched),
    });
    if (counts) rounds.push(round);
  }
  await profiler?.report(ROUNDS * PEOPLE, 'join');
  return rounds;
}

async function joinSteadilyInRounds({ product, batchqueue }: Compared): Promise<Round<'ours' | 'batchqueue'>[]> {
  const rounds: Round<'ours' | 'batchqueue'>[] = [];
  for (let n = 0; n < STEADY.rounds; n++) {
    const people = await loadUsers(dataDir, STEADY.people);
    const ours = productDialect(product, STEADY_ROUND + n);
    const round = await inTurns(n, {
      batchqueue: async () => joinSteadily(batchqueue, people, STEADY.perSecond),
      ours: async () => joinSteadily(ours, people, STEADY.perSecond),
    });
    rounds.push(round);
  }
  return rounds;
}

/** One after another; in the next round the next one is first. */
async function inTurns<Name extends string>(
  round: number,
  joins: Readonly<Record<Name, () => Promise<Matching>>>,
): Promise<Round<Name>> {
  const all = Object.entries<() => Promise<Matching>>(joins);
  const first = round % all.length;
  const done: [string, Matching][] = [];
  for (const [name, run] of [...all.slice(first), ...all.slice(0, first)]) done.push([name, await run()]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of each one that was given
  return Object.fromEntries(done) as Round<Name>;
}

function paceOf({ pairs, totalMs }: Matching): number {
  return (pairs / totalMs) * 1_000;
}

function middleOf({ timesMs }: Matching): number {
  return percentile(timesMs, 0.5);
}

function meanOf({ timesMs }: Matching): number {
  return timesMs.reduce((sum, ms) => sum + ms, 0) / timesMs.length;
}

/** Of those who wait for nobody. */
function quickOf({ timesMs }: Matching): number {
  return percentile(timesMs, 0.25);
}

function slowestOf({ timesMs }: Matching): number {
  return percentile(timesMs, 0.99);
}

/** The median of the rounds' own. */
function ratioOf<Name extends string>(
  rounds: readonly Round<'ours' | Name>[],
  floor: Name,
  figureOf: (matching: Matching) => number,
): number {
  const ratios = rounds.map((round) => figureOf(round.ours) / figureOf(round[floor]));
  return Math.round(percentile(ratios, 0.5) * 1_000) / 1_000;
}

type Figures = ReturnType<typeof figuresOf>;

function timesOf({ p50, p99 }: Figures) {
  return { p50, p99 };
}

function calmTimesOf({ mean, p25, p50, p99 }: Figures) {
  return { mean, p25, p50, p99 };
}

/** Medians over the rounds. */
function figuresOf(rounds: readonly Matching[]) {
  const median = (figureOf: (matching: Matching) => number) =>
    Math.round(percentile(rounds.map(figureOf), 0.5) * 10) / 10;
  return {
    pairsPerSecond: Math.round(median(paceOf)),
    mean: median(meanOf),
    p25: median(quickOf),
    p50: median(middleOf),
    p99: median(slowestOf),
  };
}
