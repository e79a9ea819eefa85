import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { every } from './every.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { dropPartitions, makePartitions, monthsMadeAhead } from './postgres/partitions.ts';
import type { Stop } from './stop.ts';

/** Tables that are retained by time, a partition a month on their UUIDv7 key. */
export const PARTITIONED_TABLES = ['voice.session', 'voice.past_call'];

/** No part of a day: it meets what is done at the same hour every day, as a backup is, only now and then. */
const AGAIN_AFTER_MS = 7 * 3_600_000;
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
 * Makes the partitions of the months to come and drops those of long ago, now and every seven hours until stopped. Each is
 * one try: a backup that reads those tables holds up neither the start nor whoever waits behind. The gauge is the alarm:
 * three as a rule; at none the first of the next month has no place for its rows.
 */
export async function keepPartitions({ url, database, clock, log, metrics }: PartitionOptions): Promise<Stop> {
  const now = (): Date => new Date(clock.now());
  const onFailure = (error: unknown): void => log.warn({ err: error }, 'partitions could not be made or dropped');
  const make = (): Promise<void> => makePartitions(url, PARTITIONED_TABLES, now()).catch(onFailure);
  const drop = (): Promise<void> =>
    dropPartitions(url, PARTITIONED_TABLES, { now: now(), monthsKept: MONTHS_KEPT }).catch(onFailure);
  await make();
  void drop();
  metrics.gauge('partition_months_ahead', 'Months to come that have their partitions; below 2 needs an operator', () =>
    monthsMadeAhead(database.read, PARTITIONED_TABLES, now()),
  );
  return every(clock, AGAIN_AFTER_MS, () => void make().then(drop));
}
