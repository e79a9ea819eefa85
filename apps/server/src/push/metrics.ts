import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Metrics } from '../platform/metrics.ts';
import { countWaiting } from './outgoing.ts';
import type { SenderOptions } from './sender.ts';

export function observePushes(
  metrics: Pick<Metrics, 'counter' | 'gauge'>,
  { database: { read }, clock }: { database: Database; clock: Clock },
): SenderOptions['observe'] {
  metrics.gauge('pushes_waiting', 'Pushes that wait to be sent', async () => (await countWaiting(read)).waiting);
  metrics.gauge('pushes_oldest_seconds', 'How long the first of them has waited', async () => {
    const { since } = await countWaiting(read);
    return since === null ? 0 : (clock.now() - since.getTime()) / 1_000;
  });
  return {
    sent: metrics.counter('pushes_sent_total', { help: 'Pushes that a push service took, by kind', label: 'kind' }),
    dropped: metrics.counter('pushes_dropped_total', {
      help: 'Pushes that were never sent, by why',
      label: 'why',
    }),
  };
}
