import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startProduct, type Product } from '../e2e/support/product.ts';
import { percentile } from './call-setup/figures.ts';
import { Call } from './lib/call.ts';
import type { Person } from './lib/crowd.ts';
import { latenessBetween, latenessOf } from './lib/lateness.ts';
import { Load, type Answered, type Question } from './lib/load.ts';
import { loadUsers } from './lib/load-users.ts';
import { clusterUrl } from './lib/postgres.ts';
import { memoryOf } from './lib/processes.ts';
import { makeRooms } from './lib/rooms.ts';
import { openTab } from './lib/tab.ts';
import { Tally } from './lib/tally.ts';

/**
 * What the server answers to so many at any time is its capacity on this machine, the load's own share of it taken off.
 * Then half of it, three times as much whatever is answered, and half of it again: who is refused, what those wait who are
 * not, what it takes of memory, and after how many seconds all is as before. Meanwhile a call lives and matches that
 * nobody answers fall due.
 */
const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '200' },
    seconds: { type: 'string', default: '20' },
    times: { type: 'string', default: '3' },
  },
});
const PEOPLE = Number(values.people);
const SECONDS = Number(values.seconds);
const TIMES = Number(values.times);
const UNDER_WAY = 100;
const CAPACITY_SECONDS = 6;
const WARM_UP_SECONDS = 2;
const NORMAL_SECONDS = 4;
const AFTER_SECONDS = 12;
/** They are brought together and nobody answers: deadlines in the middle of the load. */
const SILENT = 40;
const ACK_SECONDS = 10;
const SIGNAL_EVERY_MS = 250;
/** As before: at most twice what 99 of 100 waited then, and nobody would notice less than this. */
const UNNOTICED_MS = 50;
const MOST = { backAfterSeconds: 10, lateSeconds: 2 } as const;

const dataDir = await mkdtemp(join(tmpdir(), 'yonder-bench-'));
try {
  // PostgreSQL runs as another account where we are root: it must find its way in here.
  await chmod(dataDir, 0o755);
  const product = await startProduct({ DATA_DIR: dataDir, MATCH_ACK_SECONDS: `${ACK_SECONDS}` });
  try {
    await overload(product);
  } finally {
    await product.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

async function overload({ url, pid }: Product): Promise<void> {
  const people = await loadUsers(dataDir, PEOPLE + 2 + SILENT, { limits: 'off', ttlSeconds: 3_600 });
  const crowd = people.slice(0, PEOPLE);
  const [one, other, ...silent] = await Promise.all(people.slice(PEOPLE).map((person) => openTab(url, person)));
  const call = await Call.begin([one!, other!]);
  let hear = (_answered: Answered): void => {};
  const question = mixOf(await furnish(crowd));
  const load = new Load({ url, people: crowd, question, onAnswer: (answered) => hear(answered) });
  const during = async (work: () => Promise<void>): Promise<Tally> => {
    const tally = new Tally();
    hear = (answered) => tally.add(answered);
    await work();
    await load.answered();
    return tally;
  };
  await load.open();
  await load.closed(UNDER_WAY, WARM_UP_SECONDS);
  const capacity = (await during(() => load.closed(UNDER_WAY, CAPACITY_SECONDS))).counts.ok / CAPACITY_SECONDS;
  const normal = await during(() => load.openLoop(capacity / 2, NORMAL_SECONDS));

  const before = { lateness: await latenessOf(url), memory: memoryOf(pid) };
  const watched = watch(pid, call);
  for (const { client } of silent) await client.call('joinCallQueue');
  const [offered, over] = [capacity * TIMES, new Tally()];
  hear = (answered) => over.add(answered);
  await load.openLoop(offered, SECONDS);

  const since = performance.now();
  const seconds = Array.from({ length: AFTER_SECONDS }, () => new Tally());
  hear = (answered) => (seconds[Math.floor((answered.dueAt - since) / 1_000)] ?? over).add(answered);
  const after = load.openLoop(capacity / 2, AFTER_SECONDS);
  const { signals, peak } = await watched.stop();
  const states = await call.states();
  const lateness = await latenessOf(url);
  await after;
  await load.answered();
  report({
    capacity,
    offered,
    normal,
    over,
    signals,
    states,
    backAfter: backAfter(seconds, normal),
    memory: { before: before.memory, peak, after: memoryOf(pid) },
    late: latenessBetween(before.lateness, lateness),
  });
  load.stop();
  for (const { close } of [one!, other!, ...silent]) close();
}

/** Rooms to write in, and posts to read. */
async function furnish(people: readonly Person[]): Promise<string[]> {
  const database = new pg.Client({ connectionString: clusterUrl(dataDir) });
  await database.connect();
  try {
    await database.query(
      `INSERT INTO posts.post (id, author_id, content, region, age_range, language, created_at, expires_at)
       SELECT uuidv7(), who, 'Who is awake?', 'TW', 'any', 'en', now(), now() + interval '1 day' FROM unnest($1::uuid[]) who`,
      [people.map(({ userId }) => userId)],
    );
    const rooms = await makeRooms(database, people);
    await database.query('ANALYZE');
    return rooms;
  } finally {
    await database.end();
  }
}

/** Of ten: five of low priority, five of normal. */
function mixOf(rooms: readonly string[]): Question {
  return (n, who) => {
    const chatRoomId = rooms[who >> 1];
    // Nobody asks for the same thing in every round.
    switch ((n + Math.floor(n / PEOPLE)) % 10) {
      case 0:
      case 1:
      case 2:
        return { function: 'listPosts', data: { region: 'TW' } };
      case 3:
        return { function: 'getHome', data: null };
      case 4:
        return { function: 'listChatRooms', data: {} };
      case 5:
      case 6:
        return { function: 'listMessages', data: { chatRoomId } };
      default: {
        const key = `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
        return {
          function: 'sendMessageV2v2',
          data: { chatRoomId, clientMessageId: key, type: 'text', content: `Hello ${n}` },
        };
      }
    }
  };
}

/** The memory of the server, and what passes between the two of a call. */
function watch(pid: number, call: Call): { stop(): Promise<{ signals: number[]; peak: number }> } {
  const signals: number[] = [];
  let peak = 0;
  let state: 'on' | 'off' = 'on';
  const isOn = (): boolean => state === 'on';
  const watching = (async () => {
    while (isOn()) {
      signals.push(await call.signal());
      peak = Math.max(peak, memoryOf(pid));
      await pause(SIGNAL_EVERY_MS);
    }
  })();
  return {
    async stop() {
      state = 'off';
      await watching;
      return { signals, peak };
    },
  };
}

/** The second from which on nobody is refused and 99 of 100 wait as before; null: none. */
function backAfter(seconds: readonly Tally[], normal: Tally): number | null {
  const most = Math.max(2 * (normal.p(0.99) ?? 0), UNNOTICED_MS);
  const last = seconds.findLastIndex((tally) => tally.refused > 0 || (tally.p(0.99) ?? Infinity) > most);
  return last + 1 < seconds.length ? last + 1 : null;
}

interface Figures {
  capacity: number;
  offered: number;
  normal: Tally;
  over: Tally;
  signals: readonly number[];
  states: readonly (string | null)[];
  backAfter: number | null;
  memory: Record<'before' | 'peak' | 'after', number>;
  late: ReturnType<typeof latenessBetween>;
}

function report({ capacity, offered, normal, over, signals, states, memory, late, ...rest }: Figures): void {
  const perSecond = (count: number): number => Math.round(count / SECONDS);
  const callLived = states.every((status) => status === 'active');
  const { ok, UNAVAILABLE: unavailable, RESOURCE_EXHAUSTED: exhausted, other } = over.counts;
  const holds =
    callLived &&
    late.count > 0 &&
    other === 0 &&
    late.allWithin <= MOST.lateSeconds &&
    rest.backAfter !== null &&
    rest.backAfter <= MOST.backAfterSeconds;
  console.table({
    'a second': {
      capacity: Math.round(capacity),
      offered: Math.round(offered),
      answered: perSecond(ok),
      '503': perSecond(unavailable),
      '429': perSecond(exhausted),
      other: perSecond(other),
    },
  });
  console.table({
    'ms of what was answered': {
      'p50 before': normal.p(0.5),
      'p99 before': normal.p(0.99),
      'p50 during': over.p(0.5),
      'p99 during': over.p(0.99),
    },
    'ms of signals of the call': {
      'p50 during': round(percentile(signals, 0.5)),
      'p99 during': round(percentile(signals, 0.99)),
    },
  });
  console.log(
    JSON.stringify({
      bench: 'overload',
      times: TIMES,
      seconds: SECONDS,
      capacity: Math.round(capacity),
      answered: perSecond(ok),
      shed: {
        503: perSecond(unavailable),
        429: perSecond(exhausted),
        other: perSecond(other),
      },
      ms: {
        before: normal.p(0.99),
        during: over.p(0.99),
      },
      rssMb: {
        before: mb(memory.before),
        peak: mb(memory.peak),
        after: mb(memory.after),
      },
      call: {
        lived: callLived,
        states,
        signals: signals.length,
        p99Ms: round(percentile(signals, 0.99)),
      },
      deadlines: {
        count: late.count,
        halfWithinSeconds: late.halfWithin,
        allWithinSeconds: late.allWithin,
      },
      backAfterSeconds: rest.backAfter,
      holds,
    }),
  );
  process.exitCode = holds ? 0 : 1;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function mb(kilobytes: number): number {
  return Math.round(kilobytes / 1_024);
}
