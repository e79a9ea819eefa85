import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Session } from './session.ts';

/** What an operator sees of calls: how they end, how long two people wait for their voices, how many talk now. */
export interface CallMetrics {
  changed(before: Session, after: Session): void;
}

interface CallMetricsOptions {
  registry: Registry;
  /** Over all nodes. */
  countLive(): Promise<number>;
}

export function createCallMetrics({ registry, countLive }: CallMetricsOptions): CallMetrics {
  const registers = [registry];
  const outcomes = new Counter({
    name: 'yonder_calls_total',
    help: 'Calls by what became of them; a mutual like counts once it is one and again when its call ends.',
    labelNames: ['outcome'],
    registers,
  });
  const connecting = new Histogram({
    name: 'yonder_call_connect_seconds',
    help: 'From the match until both sides are connected.',
    buckets: [0.25, 0.5, 1, 2, 3, 5, 8, 13, 20],
    registers,
  });
  new Gauge({
    name: 'yonder_calls_live',
    help: 'Calls that are not over.',
    registers,
    async collect() {
      this.set(await countLive());
    },
  });

  return {
    changed(before, after) {
      if (before.status === after.status) return;
      const outcome = outcomeOf(after);
      if (outcome !== null) outcomes.inc({ outcome });
      if (before.status === 'connecting' && after.status === 'active') {
        connecting.observe((after.startedAt - after.createdAt) / 1_000);
      }
    },
  };
}

function outcomeOf(session: Session): string | null {
  switch (session.status) {
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
