import type { Kysely } from 'kysely';
import type { Clock } from './clock.ts';
import {
  statement,
  withSavepoint,
  type Database,
  type DB,
  type HotConnection,
  type HotTx,
  type PipelineTx,
  type Tx,
} from './database.ts';
import { uuidv7 } from './ids.ts';
import type { Log } from './log.ts';
import type { Stop } from './stop.ts';

/** A wake-up to look, never a verdict: the record it is about holds the absolute time. */
export interface WakeUp {
  key: string;
  due: Date;
}

type DeadlineHandler = (tx: Tx, wakeUp: WakeUp) => Promise<void>;
export type DeadlineOutcome = 'applied' | 'failed' | 'parked';

export interface Deadlines {
  /** Before `start`. A kind without a handler waits for a node that has one. */
  on(kind: string, handler: DeadlineHandler): void;
  start(): Stop;
  /** Applies all that is due now, without waiting for the timer; answers how many were looked at. */
  runDue(): Promise<number>;
}

interface DeadlineOptions {
  database: Database;
  clock: Clock;
  log: Log;
  /** For metrics. */
  observe?(outcome: DeadlineOutcome, late: { kind: string; ms: number }): void;
}

interface Claimed extends WakeUp {
  id: string;
  kind: string;
  attempts: number;
}

const claimDeadlines = statement<Claimed>(import.meta.resolve('./claim-deadlines.sql'));
const storeDeadline = statement<never>(import.meta.resolve('./store-deadline.sql'));
const nextDeadline = statement<{ due: Date }>(import.meta.resolve('./next-deadline.sql'));

const LONGEST_SLEEP_MS = 1000;
/** Between two claims of a deadline that is due, and locked by another node. */
const LOCKED_PAUSE_MS = 50;
const PARKED_AFTER_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 60_000;

/** A wake-up stored along with a pipeline's transaction. Schedulers find it within a second. */
export function sendDeadline(tx: PipelineTx, { kind, key, due }: WakeUp & { kind: string }): void {
  tx.send(storeDeadline, [uuidv7(tx.now.getTime()), kind, key, due]);
}

/** One that is not needed any more, unless it is being applied. Found by its time: there are many of a kind. */
export async function takeBackDeadline(db: Kysely<DB>, { kind, key, due }: WakeUp & { kind: string }): Promise<void> {
  const then = db
    .deleteFrom('platform.deadline')
    .where('due', '=', due)
    .where((row) => row.not(row.ref('parked')));
  await then.where('kind', '=', kind).where('key', '=', key).execute();
}

export function createDeadlines(options: DeadlineOptions): Deadlines {
  const { database, clock, log } = options;
  const handlers = new Map<string, DeadlineHandler>();
  const lane = database.hot('deadlines');

  async function runDue(): Promise<number> {
    for (let total = 0; ;) {
      const looked = await lane.transaction((tx) => runBatch(tx, handlers, options));
      if (looked === 0) return total;
      total += looked;
    }
  }

  return {
    on(kind, handler) {
      if (handlers.has(kind)) throw new Error(`two handlers for the deadline ${kind}`);
      handlers.set(kind, handler);
    },
    runDue,
    start() {
      const sleeper = startSleeper(clock, async () => {
        try {
          await runDue();
          const next = await readNext(lane, [...handlers.keys()]);
          // A claim passes over locked rows at once: without a pause it would be repeated until they are free.
          return next !== undefined && next <= clock.now() ? clock.now() + LOCKED_PAUSE_MS : next;
        } catch (error) {
          log.error({ err: error }, 'the deadlines could not be read');
          return undefined;
        }
      });
      const unlisten = database.onDeadline((due) => sleeper.wakeBy(due.getTime()));
      return () => {
        unlisten();
        sleeper.stop();
      };
    },
  };
}

/** Deadline before session before engagement: whoever comes for the same rows waits in one order. */
async function runBatch(
  tx: HotTx,
  handlers: ReadonlyMap<string, DeadlineHandler>,
  options: DeadlineOptions,
): Promise<number> {
  const claimed = await tx.run(claimDeadlines, [tx.now, [...handlers.keys()]]);
  for (const deadline of claimed.toSorted((one, other) => one.due.getTime() - other.due.getTime())) {
    const outcome = await apply(tx, deadline, { handler: handlers.get(deadline.kind), log: options.log });
    tx.after(() => options.observe?.(outcome, { kind: deadline.kind, ms: tx.now.getTime() - deadline.due.getTime() }));
  }
  return claimed.length;
}

async function apply(
  tx: Tx,
  deadline: Claimed,
  { handler, log }: { handler: DeadlineHandler | undefined; log: Log },
): Promise<DeadlineOutcome> {
  try {
    await withSavepoint(tx, async (step) => handler?.(step, deadline));
    return 'applied';
  } catch (error) {
    const { id, kind, key } = deadline;
    const attempts = deadline.attempts + 1;
    const parked = attempts >= PARKED_AFTER_ATTEMPTS;
    log.error({ err: error, kind, key, attempts, parked }, 'a deadline failed');
    const due = new Date(tx.now.getTime() + Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS));
    await tx.db.insertInto('platform.deadline').values({ id, kind, key, due, attempts, parked }).execute();
    return parked ? 'parked' : 'failed';
  }
}

async function readNext(lane: HotConnection, kinds: readonly string[]): Promise<number | undefined> {
  const [next] = await lane.run(nextDeadline, [kinds]);
  return next?.due.getTime();
}

/** Runs `work` again and again: at the time it answers with, at a time it is told meanwhile, or after a second. */
function startSleeper(
  clock: Clock,
  work: () => Promise<number | undefined>,
): { wakeBy(time: number): void; stop: Stop } {
  let state: 'asleep' | 'working' | 'stopped' = 'asleep';
  let wakeAt = Infinity;
  let cancel: Stop = () => {};

  function sleepUntil(time: number): void {
    cancel();
    wakeAt = time;
    cancel = clock.timer(time - clock.now(), () => void wake());
  }

  async function wake(): Promise<void> {
    state = 'working';
    wakeAt = clock.now() + LONGEST_SLEEP_MS;
    const next = await work();
    if (state !== 'working') return;
    state = 'asleep';
    sleepUntil(Math.min(wakeAt, next ?? Infinity));
  }

  sleepUntil(clock.now());
  return {
    wakeBy(time) {
      if (time >= wakeAt) return;
      if (state === 'asleep') sleepUntil(time);
      else wakeAt = time;
    },
    stop() {
      state = 'stopped';
      cancel();
    },
  };
}
