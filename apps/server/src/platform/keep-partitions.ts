import type { Clock } from './clock.ts';
import { every } from './every.ts';
import type { Log } from './log.ts';
import { dropPartitions, makePartitions } from './postgres/partitions.ts';
import type { Stop } from './stop.ts';

/** Tables that are retained by time, a partition a month on their UUIDv7 key. */
export const PARTITIONED_TABLES = ['voice.session', 'voice.past_call'];

const AGAIN_AFTER_MS = 86_400_000;
/** Whole months before the current one. */
const MONTHS_KEPT = 6;

/** Makes the partitions of the months to come and drops those of long ago, now and once a day until stopped. */
export async function keepPartitions({ url, clock, log }: { url: string; clock: Clock; log: Log }): Promise<Stop> {
  const make = async (): Promise<void> => {
    const now = new Date(clock.now());
    await makePartitions(url, PARTITIONED_TABLES, now);
    await dropPartitions(url, PARTITIONED_TABLES, { now, monthsKept: MONTHS_KEPT });
  };
  await make();
  return every(clock, AGAIN_AFTER_MS, () => {
    make().catch((error: unknown) => log.error({ err: error }, 'partitions could not be made or dropped'));
  });
}
