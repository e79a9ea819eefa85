import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Metrics } from '../platform/metrics.ts';
import { countOpen } from './cases-store.ts';

interface MetricsOptions {
  database: Pick<Database, 'read'>;
  clock: Pick<Clock, 'now'>;
  metrics: Pick<Metrics, 'gauge' | 'histogram'>;
}

const HOUR = 3_600;
const DECISION_SECONDS = [60, 300, 900, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 72 * HOUR, 168 * HOUR];

/** Returns a function that records how long a case took from its first report to its closing. */
export function measureCases({ database, clock, metrics }: MetricsOptions): (seconds: number) => void {
  metrics.gauge(
    'moderation_open_cases',
    'Cases that nobody has closed',
    async () => (await countOpen(database.read)).open,
  );
  metrics.gauge('moderation_oldest_case_seconds', 'How long the oldest open case has been open', async () => {
    const { oldest } = await countOpen(database.read);
    return oldest === null ? 0 : (clock.now() - oldest.getTime()) / 1_000;
  });
  return metrics.histogram('moderation_decision_seconds', {
    help: 'From the first report to the decision',
    buckets: DECISION_SECONDS,
  });
}
