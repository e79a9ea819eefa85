import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { dropPartitions, isMonthMade, makePartitions, monthsMadeAhead } from './postgres/partitions.ts';
import type { Stop } from './stop.ts';

/** Tables that are retained by time, a partition a month on their UUIDv7 key. */
export const PARTITIONED_TABLES = ['voice.session', 'voice.past_call'];

/** No part of a day: it meets what is done at the same hour every day, as a backup is, only now and then. */
const AGAIN_AFTER_MS = 7 * 3_600_000;
/** Where one is missing. */
const SOON_MS = 60_000;
/** Whole months before the current one. */
const MONTHS_KEPT = 6;

interface PartitionOptions {
  url: string;
  database: Pick<Database, 'read'>;
  clock: Clock;
  log: Log;
  metrics: Pick<Metrics, 'gauge'>;
}

/**
 * Makes the partitions of the months to come and drops those of long ago, now and every seven hours until stopped; what
 * could not be made, a minute later. Each is one try: a backup that reads those tables holds up neither the start nor
 * whoever waits behind. Rejects where this month has no place for its rows. The gauge is the alarm: three as a rule; at none
 * the first of the next month has no place.
 */
export async function keepPartitions({ url, database, clock, log, metrics }: PartitionOptions): Promise<Stop> {
  const now = (): Date => new Date(clock.now());
  const onFailure = (error: unknown): void => log.warn({ err: error }, 'partitions could not be made or dropped');
  async function make(): Promise<'made' | 'missing'> {
    try {
      await makePartitions(url, PARTITIONED_TABLES, now());
      return 'made';
    } catch (error) {
      onFailure(error);
      return 'missing';
    }
  }
  const drop = (): Promise<void> =>
    dropPartitions(url, PARTITIONED_TABLES, { now: now(), monthsKept: MONTHS_KEPT }).catch(onFailure);
  let isStopped = false;
  let stopTimer: Stop = () => {};
  async function keep(): Promise<void> {
    const outcome = await make();
    void drop();
    if (!isStopped) stopTimer = clock.timer(outcome === 'made' ? AGAIN_AFTER_MS : SOON_MS, () => void keep());
  }
  function stop(): void {
    isStopped = true;
    stopTimer();
  }

  await keep();
  if (!(await isMonthMade(database.read, PARTITIONED_TABLES, now()))) {
    stop();
    throw new Error('The calls of this month have no partition, and none could be made.');
  }
  metrics.gauge('partition_months_ahead', 'Months to come that have their partitions; below 2 needs an operator', () =>
    monthsMadeAhead(database.read, PARTITIONED_TABLES, now()),
  );
  return stop;
}
