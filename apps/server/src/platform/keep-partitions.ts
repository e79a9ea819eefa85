import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { every } from './every.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { dropPartitions, makePartitions, monthsMadeAhead } from './postgres/partitions.ts';
import type { Stop } from './stop.ts';

/** Tables that are retained by time, a partition a month on their UUIDv7 key. */
export const PARTITIONED_TABLES = ['voice.session', 'voice.past_call'];

const AGAIN_AFTER_MS = 86_400_000;
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
 * Makes the partitions of the months to come and drops those of long ago, now and once a day until stopped. The gauge is
 * the alarm: three as a rule; at none the first of the next month has no place for its rows.
 */
export async function keepPartitions({ url, database, clock, log, metrics }: PartitionOptions): Promise<Stop> {
  const make = async (): Promise<void> => {
    const now = new Date(clock.now());
    await makePartitions(url, PARTITIONED_TABLES, now);
    await dropPartitions(url, PARTITIONED_TABLES, { now, monthsKept: MONTHS_KEPT });
  };
  await make();
  metrics.gauge('partition_months_ahead', 'Months to come that have their partitions; below 2 needs an operator', () =>
    monthsMadeAhead(database.read, PARTITIONED_TABLES, new Date(clock.now())),
  );
  return every(clock, AGAIN_AFTER_MS, () => {
    make().catch((error: unknown) => log.error({ err: error }, 'partitions could not be made or dropped'));
  });
}
