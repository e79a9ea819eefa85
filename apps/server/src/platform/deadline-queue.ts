/*
 * One queue of deadlines and the workers that empty it. Each deadline is claimed and applied in its own transaction, so
 * its locks last only as long as its effect. A worker that has claimed one lets the next worker begin. So a slow effect
 * delays no other, and a quiet node uses one connection a queue.
 */
import type { Clock } from './clock.ts';
import {
  isRetryable,
  statement,
  withSavepoint,
  type Database,
  type HotConnection,
  type HotTx,
  type Tx,
} from './database.ts';
import type { Log } from './log.ts';

/** A wake-up, never a decision: the record it is about holds the absolute time. */
export interface WakeUp {
  key: string;
  due: Date;
}

export type DeadlineHandler = (tx: Tx, wakeUp: WakeUp) => Promise<void>;
export type DeadlineOutcome = 'applied' | 'failed' | 'parked';

/** Queue names, as `platform.deadline_queue` assigns them by kind. */
export type QueueName = 'calls' | 'housekeeping';

export interface DeadlineQueue {
  /**
   * Claims what is due, as far as workers are free. Resolves with a promise a worker: how many deadlines it applied.
   */
  claimDue(): Promise<Promise<number>[]>;
  /** The promises of the running workers. */
  busy(): Promise<number>[];
  /**
   * When the first deadline after `since` is due, in ms since the epoch. Undefined: there is none, or no worker was
   * free to ask.
   */
  readNext(since: number): Promise<number | undefined>;
}

export interface DeadlineQueueOptions {
  name: QueueName;
  handlers: ReadonlyMap<string, DeadlineHandler>;
  database: Pick<Database, 'hot'>;
  clock: Clock;
  log: Log;
  /** Records an outcome for the metrics. */
  observe?(outcome: DeadlineOutcome, late: { kind: string; ms: number }): void;
}

interface Claimed extends WakeUp {
  id: string;
  kind: string;
  attempts: number;
  /** Whether another deadline was due when this one was claimed. */
  more: boolean;
}

const claimDeadline = statement<Claimed>(import.meta.resolve('./claim-deadline.sql'));
const postponeDeadline = statement<never>(import.meta.resolve('./postpone-deadline.sql'));
const nextDeadline = statement<{ due: Date }>(import.meta.resolve('./next-deadline.sql'));

/** Deadlines that a node applies at once; each worker has its own connection. */
const WORKERS: Record<QueueName, number> = { calls: 4, housekeeping: 2 };
const PARKED_AFTER_ATTEMPTS = 10;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 60_000;

export function createDeadlineQueue(options: DeadlineQueueOptions): DeadlineQueue {
  const { name, handlers, database, log } = options;
  const idle = Array.from({ length: WORKERS[name] }, (_, i) => database.hot(`deadlines ${name} ${i + 1}`));
  const busy = new Set<Promise<number>>();

  /** Applies deadlines until none is due; looks once more when no other worker is idle. */
  async function work(lane: HotConnection, onClaimed: (claimed: Claimed) => void): Promise<number> {
    for (let applied = 0; ;) {
      const claimed = await applyFirst(lane, options, onClaimed);
      if (claimed) applied += 1;
      if (!claimed || (!claimed.more && idle.length > 0)) return applied;
    }
  }

  /** `more`: whether there is work for another worker, once that is known. */
  function begin(lane: HotConnection): { more: Promise<boolean>; done: Promise<number> } {
    const { promise: more, resolve } = Promise.withResolvers<boolean>();
    const done = work(lane, (claimed) => resolve(claimed.more)).finally(() => {
      idle.push(lane);
      busy.delete(done);
      resolve(false);
    });
    busy.add(done);
    done.catch((error: unknown) => log.error({ err: error }, 'the deadlines could not be read'));
    return { more, done };
  }

  return {
    async claimDue() {
      const begun: Promise<number>[] = [];
      for (let lane = idle.pop(); lane; lane = idle.pop()) {
        const { more, done } = begin(lane);
        begun.push(done);
        if (!(await more)) break;
      }
      return begun;
    },
    busy: () => [...busy],
    async readNext(since) {
      // Without an answer the queue is read again in a second; the worker that fails then logs why.
      const asked = idle.at(-1)?.run(nextDeadline, [new Date(since), [...handlers.keys()], name]);
      const [next] = (await asked?.catch(() => [])) ?? [];
      return next?.due.getTime();
    },
  };
}

/**
 * Undefined: nothing is due. Locks the deadline before the session before the engagement, so that workers do not
 * deadlock.
 */
async function applyFirst(
  lane: HotConnection,
  { name, handlers, clock, log, observe }: DeadlineQueueOptions,
  onClaimed: (claimed: Claimed) => void,
): Promise<Claimed | undefined> {
  let claimed: Claimed | undefined;
  let lateMs = 0;
  const work = async (tx: HotTx): Promise<DeadlineOutcome> => {
    [claimed] = await tx.run(claimDeadline, [tx.now, [...handlers.keys()], name]);
    if (!claimed) return 'applied';
    onClaimed(claimed);
    lateMs = tx.now.getTime() - claimed.due.getTime();
    return apply(tx, claimed, { handler: handlers.get(claimed.kind), log });
  };
  let outcome: DeadlineOutcome;
  try {
    outcome = await lane.transaction(work);
  } catch (error) {
    if (!claimed) throw error;
    // The effect cost the transaction: a lost connection, or a lock that was never granted.
    const later = postponed(claimed, { error, now: clock.now(), log });
    await lane.run(postponeDeadline, [claimed.id, claimed.attempts, later.due, later.parked]);
    outcome = outcomeOf(later);
  }
  if (claimed) observe?.(outcome, { kind: claimed.kind, ms: lateMs });
  return claimed;
}

/**
 * Undoes a failed effect. Its deadline stays claimed until it is stored again, to be retried after a pause or parked.
 */
async function apply(
  tx: Tx,
  claimed: Claimed,
  { handler, log }: { handler: DeadlineHandler | undefined; log: Log },
): Promise<DeadlineOutcome> {
  try {
    await withSavepoint(tx, async (step) => handler?.(step, claimed));
    return 'applied';
  } catch (error) {
    // The transaction is repeated, effect included.
    if (isRetryable(error)) throw error;
    const later = postponed(claimed, { error, now: tx.now.getTime(), log });
    await tx.db.insertInto('platform.deadline').values(later).execute();
    return outcomeOf(later);
  }
}

type Postponed = Omit<Claimed, 'more'> & { parked: boolean };

function postponed(
  { id, kind, key, attempts: before }: Claimed,
  { error, now, log }: { error: unknown; now: number; log: Log },
): Postponed {
  const attempts = before + 1;
  const parked = attempts >= PARKED_AFTER_ATTEMPTS;
  log.error({ err: error, kind, key, attempts, parked }, 'a deadline failed');
  const due = new Date(now + Math.min(FIRST_PAUSE_MS * 2 ** attempts, LONGEST_PAUSE_MS));
  return { id, kind, key, due, attempts, parked };
}

function outcomeOf({ parked }: Postponed): DeadlineOutcome {
  return parked ? 'parked' : 'failed';
}
