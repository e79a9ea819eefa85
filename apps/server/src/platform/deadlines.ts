import type { Kysely } from 'kysely';
import type { Clock } from './clock.ts';
import { statement, type Database, type DB, type PipelineTx } from './database.ts';
import {
  createDeadlineQueue,
  type DeadlineHandler,
  type DeadlineQueue,
  type DeadlineQueueOptions,
  type QueueName,
  type WakeUp,
} from './deadline-queue.ts';
import { uuidv7 } from './ids.ts';
import type { Stop } from './stop.ts';

export type { DeadlineOutcome, WakeUp } from './deadline-queue.ts';

export interface Deadlines {
  /** Call before `start`. A kind without a handler waits for a node that has one. */
  on(kind: string, handler: DeadlineHandler): void;
  start(): Stop;
  /** Applies all that is due now, without waiting for the timer; returns how many were looked at. */
  runDue(): Promise<number>;
}

type DeadlineOptions = Omit<DeadlineQueueOptions, 'name' | 'handlers' | 'database'> & { database: Database };

const storeDeadline = statement<never>(import.meta.resolve('./store-deadline.sql'));

const QUEUES: readonly QueueName[] = ['calls', 'housekeeping'];
const LONGEST_SLEEP_MS = 1000;

/** Stores a deadline within a pipeline's transaction. Schedulers find it within a second. */
export function sendDeadline(tx: PipelineTx, { kind, key, due }: WakeUp & { kind: string }): void {
  tx.send(storeDeadline, [uuidv7(tx.now.getTime()), kind, key, due]);
}

/**
 * Deletes a deadline that is no longer needed, unless it is being applied. Searches by its time, since a kind has many.
 */
export async function takeBackDeadline(db: Kysely<DB>, { kind, key, due }: WakeUp & { kind: string }): Promise<void> {
  const then = db
    .deleteFrom('platform.deadline')
    .where('due', '=', due)
    .where((row) => row.not(row.ref('parked')));
  await then.where('kind', '=', kind).where('key', '=', key).execute();
}

export function createDeadlines(options: DeadlineOptions): Deadlines {
  const { database, clock } = options;
  const handlers = new Map<string, DeadlineHandler>();
  const queues = QUEUES.map((name) => createDeadlineQueue({ ...options, name, handlers }));

  /** Includes what the workers of a started scheduler have under way. */
  async function runDue(): Promise<number> {
    for (let total = 0; ;) {
      const begun = await Promise.all(queues.map((queue) => queue.claimDue()));
      const underWay = new Set([...begun.flat(), ...queues.flatMap((queue) => queue.busy())]);
      const applied = (await Promise.all(underWay)).reduce((sum, each) => sum + each, 0);
      if (applied === 0) return total;
      total += applied;
    }
  }

  function startQueue(queue: DeadlineQueue): Stop {
    const sleeper = startSleeper(clock, async () => {
      const since = clock.now();
      // Workers continue by themselves, so a slow effect does not delay the next claim.
      void (await queue.claimDue());
      return queue.readNext(since);
    });
    const unlisten = database.onDeadline((due) => sleeper.wakeBy(due.getTime()));
    return () => {
      unlisten();
      sleeper.stop();
    };
  }

  return {
    on(kind, handler) {
      if (handlers.has(kind)) throw new Error(`two handlers for the deadline ${kind}`);
      handlers.set(kind, handler);
    },
    runDue,
    start() {
      const stops = queues.map(startQueue);
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** Runs `work` repeatedly: at the time it returns, at an earlier time given to `wakeBy`, or after a second. */
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
