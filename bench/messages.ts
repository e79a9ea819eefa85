import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { start } from '../e2e/support/child.ts';
import { freePort } from '../apps/server/src/testing/free-port.ts';
import { startProduct } from '../e2e/support/product.ts';
import { percentile } from './call-setup/figures.ts';
import { loadUsers } from './lib/load-users.ts';
import { clusterUrl, createDatabase } from './lib/postgres.ts';
import { createProfiler, type Profiler } from './lib/profile.ts';
import { makeRooms } from './lib/rooms.ts';
import { Crowd, floorTalk, productTalk, type Talk, type TalkDialect } from './lib/talk.ts';

/**
 * Pairs of people who write to each other over live sockets, one message in flight each: durable messages a second, and
 * from sending until the other has it. They write into the same rooms in each round; what the first message of a room
 * does besides, a notification, belongs to the round that is not counted. Beside it, on the same PostgreSQL and driven in
 * the same way, a bare server that does the same durable work in batches (floor-full), and one that does it message by
 * message (floor-room). Then 500 a second, whether answered or not. What is stored is counted; order and duplicates are
 * checked with every message. --profile prints what our main thread does and allocates in the measured part, by function.
 * ratio = our messages a second / floor-full's; p99Ratio = our p99 / floor-full's; openRatio = our median at 500 a
 * second / floor-room's.
 */
const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '100' },
    each: { type: 'string', default: '150' },
    rounds: { type: 'string', default: '3' },
    open: { type: 'string', default: '500' },
    profile: { type: 'boolean', default: false },
  },
});
const PEOPLE = Number(values.pairs) * 2;
const EACH = Number(values.each);
const ROUNDS = Number(values.rounds);
const OPEN_PER_SECOND = Number(values.open);
const OPEN_SECONDS = 5;
/** Rounds that are not counted, lest a server be measured that has just started. */
const WARM_UP = 1;
/** More than are sent in one; as a rule with few enough digits to be no telephone number. */
const NUMBERS_A_ROUND = PEOPLE * EACH + OPEN_PER_SECOND * OPEN_SECONDS;
const FLOOR = join(import.meta.dirname, 'lib/floor-messages.ts');
const NAMES = ['ours', 'floor-full', 'floor-room'] as const;
type Name = (typeof NAMES)[number];

interface System {
  /** Of a round. */
  begin(): Promise<TalkDialect>;
  stored(): Promise<number>;
  /** free: messages of one person that are under way at once may change places. */
  order: 'kept' | 'free';
  stop(): Promise<void>;
}
type Measured = Record<Name, { closed: Talk[]; open: Talk[] }>;

const profiler = values.profile ? await createProfiler() : undefined;

const dataDir = await mkdtemp(join(tmpdir(), 'yonder-bench-'));
try {
  // PostgreSQL runs as another account where we are root: it must find its way in here.
  await chmod(dataDir, 0o755);
  const product = await startProduct({ ...profiler?.settings, DATA_DIR: dataDir });
  try {
    await compare(product.url);
  } finally {
    await product.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function compare(url: string): Promise<void> {
  await profiler?.begin();
  const systems: Record<Name, System> = {
    ours: await openProduct(url),
    'floor-full': await startFloor('full'),
    'floor-room': await startFloor('room'),
  };
  const measured: Measured = {
    ours: {
      closed: [],
      open: [],
    },
    'floor-full': {
      closed: [],
      open: [],
    },
    'floor-room': {
      closed: [],
      open: [],
    },
  };
  try {
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      for (const name of NAMES) {
        const isCounted = round >= WARM_UP && name === 'ours';
        const talk = await talkOnce(systems[name], round, isCounted ? profiler?.count : undefined);
        if (round < WARM_UP) continue;
        measured[name].closed.push(talk.closed);
        measured[name].open.push(talk.open);
      }
    }
    await profiler?.report(ROUNDS * PEOPLE * EACH, 'message');
  } finally {
    for (const name of NAMES) await systems[name].stop();
  }
  report(measured);
}

/** onStart: as the measured part begins; answers what is called when it is over. */
async function talkOnce(
  { begin, stored, order }: System,
  round: number,
  onStart: Profiler['count'] = async () => async () => {},
): Promise<{ closed: Talk; open: Talk }> {
  const [crowd, before] = [new Crowd(await begin(), PEOPLE, round * NUMBERS_A_ROUND), await stored()];
  try {
    await crowd.ready();
    const end = await onStart();
    const closed = await crowd.oneInFlight(EACH);
    await end();
    crowd.check();
    const open = await crowd.openLoop(OPEN_PER_SECOND, OPEN_SECONDS);
    if (order === 'kept') crowd.check();
    const more = (await stored()) - before;
    if (more !== closed.sent + open.sent) throw new Error(`${more} stored of ${closed.sent + open.sent} answered`);
    return { closed, open };
  } finally {
    crowd.stop();
  }
}

async function openProduct(url: string): Promise<System> {
  const people = await loadUsers(dataDir, PEOPLE, { limits: 'off', ttlSeconds: 3_600 });
  const database = new pg.Client({ connectionString: clusterUrl(dataDir) });
  await database.connect();
  const tokens = people.map(({ accessToken }) => accessToken);
  const rooms = await makeRooms(database, people);
  return {
    async begin() {
      await database.query('ANALYZE');
      return productTalk(url, { tokens, rooms });
    },
    stored: () => count(database, 'chats.message'),
    order: 'kept',
    stop: () => database.end(),
  };
}

async function startFloor(manner: 'full' | 'room'): Promise<System> {
  const port = await freePort();
  const url = await createDatabase(clusterUrl(dataDir), `floor_${manner}`);
  const { stop } = await start({
    command: process.execPath,
    args: [FLOOR, url, `${port}`, manner],
    env: { PATH: process.env['PATH'] },
    ready: /floor ready/,
  });
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  return {
    async begin() {
      await database.query('TRUNCATE message');
      return floorTalk(`ws://127.0.0.1:${port}`);
    },
    stored: () => count(database, 'message'),
    order: manner === 'full' ? 'kept' : 'free',
    async stop() {
      await database.end();
      await stop();
    },
  };
}

async function count(database: pg.Client, table: string): Promise<number> {
  const { rows } = await database.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`);
  return rows[0]?.count ?? 0;
}

function report(measured: Measured): void {
  const figures = (name: Name) => ({
    perSecond: Math.round(median(measured[name].closed, ({ sent, totalMs }) => (sent / totalMs) * 1e3)),
    p50: latency(measured[name].closed, 0.5),
    p99: latency(measured[name].closed, 0.99),
    openP50: latency(measured[name].open, 0.5),
    openP99: latency(measured[name].open, 0.99),
  });
  const rows = { ours: figures('ours'), 'floor-full': figures('floor-full'), 'floor-room': figures('floor-room') };
  console.table(rows);
  const { ours, 'floor-full': full, 'floor-room': room } = rows;
  console.log(
    JSON.stringify({
      bench: 'messages',
      unit: 'messages/s',
      pairs: PEOPLE / 2,
      rounds: ROUNDS,
      ours: ours.perSecond,
      floor: full.perSecond,
      ratio: ratioOf(ours.perSecond, full.perSecond),
      oursMs: {
        p50: ours.p50,
        p99: ours.p99,
      },
      floorMs: {
        p50: full.p50,
        p99: full.p99,
      },
      p99Ratio: ratioOf(ours.p99, full.p99),
      openMs: {
        ours: ours.openP50,
        floorRoom: room.openP50,
      },
      openRatio: ratioOf(ours.openP50, room.openP50),
    }),
  );
}

function median(talks: readonly Talk[], of: (talk: Talk) => number): number {
  return percentile(talks.map(of), 0.5);
}

function latency(talks: readonly Talk[], share: number): number {
  return Math.round(median(talks, ({ deliveredMs }) => percentile(deliveredMs, share)) * 100) / 100;
}

function ratioOf(one: number, other: number): number {
  return Math.round((one / other) * 1_000) / 1_000;
}
