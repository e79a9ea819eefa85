import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { dropPartitions, isMonthMade, makePartitions, monthsMadeAhead } from './postgres/partitions.ts';
import type { Stop } from './stop.ts';

/** Tables retained by time: a partition a month on their UUIDv7 key. */
export const PARTITIONED_TABLES = ['voice.session', 'voice.past_call'];

/** No divisor of a day, so it rarely coincides with a daily job such as a backup. */
const AGAIN_AFTER_MS = 7 * 3_600_000;
/** Delay before the retry when a partition is missing. */
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
 * Makes the partitions of coming months and drops those past retention, now and every seven hours until stopped;
 * retries after a minute. Each is one try: a backup that reads those tables delays neither the start nor the queries
 * behind. Rejects when this month has no partition. The gauge is the alarm: three as a rule; at none, the first row of
 * next month has no partition.
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
