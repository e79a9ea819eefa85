import type { Metrics } from '../platform/metrics.ts';
import type { Session } from './session.ts';

/** Operator metrics: how calls end, how long connecting takes, how many calls are live. */
export interface CallMetrics {
  changed(before: Session, after: Session): void;
}

interface CallMetricsOptions {
  metrics: Pick<Metrics, 'counter' | 'gauge' | 'histogram'>;
  /** Over all nodes. */
  countLive(): Promise<number>;
}

const CONNECT_SECONDS = [0.25, 0.5, 1, 2, 3, 5, 8, 13, 20];

export function createCallMetrics({ metrics, countLive }: CallMetricsOptions): CallMetrics {
  const countOutcome = metrics.counter('voice_calls_total', {
    help: 'Anonymous calls by what became of them; a mutual like counts when it happens and again when its call ends',
    label: 'outcome',
  });
  const countDirect = metrics.counter('voice_direct_calls_total', {
    help: 'Calls between chat partners that are over, by how they ended',
    label: 'reason',
  });
  const observeConnect = metrics.histogram('voice_connect_seconds', {
    help: 'From the match until both sides are connected',
    buckets: CONNECT_SECONDS,
  });
  metrics.gauge('voice_calls_live', 'Anonymous calls that are not over, on all nodes', countLive);

  return {
    changed(before, after) {
      if (before.status === after.status) return;
      if (after.direct) {
        if (after.status === 'ended') countDirect(after.reason);
        return;
      }
      const outcome = outcomeOf(after);
      if (outcome !== null) countOutcome(outcome);
      if (after.status === 'active') observeConnect((after.startedAt - after.createdAt) / 1_000);
    },
  };
}

function outcomeOf(session: Session): string | null {
  switch (session.status) {
    case 'ringing':
    case 'connecting':
    case 'active':
    case 'deciding':
      return null;
    case 'mutual-like':
      return 'mutual-like';
    case 'completed':
      return 'no-match';
    case 'ended':
      return session.reason;
    default:
      return session satisfies never;
  }
}
