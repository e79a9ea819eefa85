import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { startProduct, type Product } from '../e2e/support/product.ts';
import { Heap } from './lib/heap.ts';
import { KINDS, call, chat, live, post, textMatch, type Day, type Kind } from './lib/lives.ts';
import { loadUsers } from './lib/load-users.ts';
import { clusterUrl } from './lib/postgres.ts';
import { memoryOf } from './lib/processes.ts';
import { makeRooms } from './lib/rooms.ts';
import { lineThrough, type Point } from './lib/slope.ts';
import { openTab, type OpenTab } from './lib/tab.ts';

/**
 * People who call, match by text, write and post for a long time: what the server holds once its heap is tidied up, four
 * times a minute, and whether that grows. The first quarter fills what is kept on purpose and is not counted.
 */
const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '60' }, people: { type: 'string', default: '8' } },
});
const MINUTES = Number(values.minutes);
/** Of each kind. */
const PEOPLE = 2 * Math.ceil(Number(values.people) / 2);
const SAMPLE_EVERY_MS = 15_000;
const SAMPLES_A_MINUTE = 4;
const SETTINGS = {
  CALL_SECONDS: '5',
  DECISION_SECONDS: '3',
  REMINDER_SECONDS: '1',
  CAN_DISLIKE_SECONDS: '0',
  REMATCH_SECONDS: '0',
  TEXT_MATCH_LIMIT: '1000000',
};

/** A call that failed for no reason the catalogue has, in the server’s log. */
const FAILED = /"code":"internal","msg":"a call failed"/;

interface Sample extends Point {
  rssMb: number;
}

const dataDir = await mkdtemp(join(tmpdir(), 'yonder-soak-'));
try {
  // PostgreSQL runs as another account where we are root: it must find its way in here.
  await chmod(dataDir, 0o755);
  const inspector = await freePort();
  const NODE_OPTIONS = `--inspect-port=127.0.0.1:${inspector}`;
  const product = await startProduct({ ...SETTINGS, NODE_OPTIONS, DATA_DIR: dataDir });
  try {
    await soak(product, await Heap.of({ pid: product.pid, port: inspector }));
    for (const line of product.output().split('\n')) if (FAILED.test(line)) console.log(line);
  } finally {
    await product.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function soak({ url, pid }: Product, heap: Heap): Promise<void> {
  const people = await loadUsers(dataDir, KINDS.length * PEOPLE, { limits: 'off', ttlSeconds: MINUTES * 60 + 600 });
  const tabs: OpenTab[] = [];
  for (const person of people) tabs.push(await openTab(url, person));
  const of = (kind: Kind) => tabs.slice(KINDS.indexOf(kind) * PEOPLE).slice(0, PEOPLE);
  const friends = of('messages');
  const rooms = await roomsFor(friends.map(({ person }) => person));
  const counts = new Map<string, number>();
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  let state: 'on' | 'over' = 'on';
  const day: Day = {
    isOver: () => state === 'over',
    did: (what) => count(what),
    failed: (what, why) => count(`${what}: ${why}`),
  };
  const lives = [
    ...of('calls').map((tab) => live(day, 'calls', () => call(tab, day))),
    ...of('texts').map((tab) => live(day, 'texts', () => textMatch(tab, day))),
    ...friends.map((tab, i) => live(day, 'messages', () => chat(tab, rooms[i >> 1]!))),
    ...of('posts').map((tab) => live(day, 'posts', () => post(tab))),
  ];
  const samples = await watch(pid, heap);
  state = 'over';
  await Promise.all(lives);
  for (const { close } of tabs) close();
  heap.stop();
  report(samples, counts);
}

async function roomsFor(people: Parameters<typeof makeRooms>[1]): Promise<string[]> {
  const database = new pg.Client({ connectionString: clusterUrl(dataDir) });
  await database.connect();
  try {
    return await makeRooms(database, people);
  } finally {
    await database.end();
  }
}

/** x: hours since the beginning. y: MB of the tidied heap. */
async function watch(pid: number, heap: Heap): Promise<Sample[]> {
  const started = performance.now();
  const samples: Sample[] = [];
  for (let n = 1; n <= MINUTES * SAMPLES_A_MINUTE; n++) {
    await pause(Math.max(0, started + n * SAMPLE_EVERY_MS - performance.now()));
    const y = await heap.tidiedMb();
    samples.push({ x: (performance.now() - started) / 3_600_000, y, rssMb: memoryOf(pid) / 1_024 });
    const minute = n / SAMPLES_A_MINUTE;
    const { rssMb } = samples.at(-1)!;
    if (Number.isInteger(minute)) console.log(`minute ${minute}: RSS ${tenths(rssMb)} MB, heap ${tenths(y)} MB`);
  }
  return samples;
}

function report(samples: readonly Sample[], counts: ReadonlyMap<string, number>): void {
  const steady = samples.slice(Math.floor(samples.length / 4));
  const { slope, uncertainty } = lineThrough(steady);
  const done = Object.fromEntries(KINDS.map((kind) => [kind, counts.get(kind) ?? 0]));
  const errors = Object.fromEntries([...counts].filter(([what]) => what.includes(': ')));
  console.table({ done });
  console.table({ errors });
  const heapMbAnHour = { slope: tenths(slope), uncertainty: tenths(uncertainty) };
  const grows = slope > uncertainty;
  console.log(
    JSON.stringify({
      bench: 'soak',
      minutes: MINUTES,
      people: KINDS.length * PEOPLE,
      heapMbAnHour,
      grows,
      done,
      errors,
    }),
  );
  process.exitCode = grows || Object.keys(errors).some((what) => what.endsWith(': internal')) ? 1 : 0;
}

function tenths(value: number): number {
  return Math.round(value * 10) / 10;
}
