import { statfs } from 'node:fs/promises';
import type { Kysely } from 'kysely';
import type { Config } from './config.ts';
import { findOverdueErasure } from './identity/index.ts';
import type { DB } from './platform/database.ts';
import type { Node } from './platform/nodes.ts';
import type { Platform } from './platform/platform.ts';

interface GaugeOptions {
  platform: Platform;
  node: Pick<Node, 'isCutOff'>;
  config: Pick<Config, 'dataDir'>;
  countSockets(): number;
  countWaiting(): number;
}

/** Gauges an operator is alerted by and no module registers: deploy/prometheus/rules.yaml has the thresholds. */
export function showGauges({ platform, node, config, countSockets, countWaiting }: GaugeOptions): void {
  const { database, clock, metrics, bus } = platform;
  const since = (time: Date | undefined): number => (time ? Math.max(clock.now() - time.getTime(), 0) / 1_000 : 0);
  metrics.gauge('live_sockets', 'Live sockets on this node', countSockets);
  metrics.gauge('joins_waiting', 'Joins that wait since this node has more to do than it can', countWaiting);
  metrics.gauge('bus_connected', 'Whether this node reaches the others, or is the only one', () =>
    Number(bus.isConnected() && !node.isCutOff()),
  );
  metrics.gauge('lease_free_seconds', 'For how long some lease has had no holder, on all nodes', async () =>
    since(await findOldestLease(platform)),
  );
  metrics.gauge('deadlines_parked', 'Deadlines that failed ten times', async () => {
    const { count } = await parkedDeadlines(database.read).executeTakeFirstOrThrow();
    return count;
  });
  metrics.gauge('deadlines_overdue_seconds', 'How long the first deadline has been due, on all nodes', async () =>
    since((await firstDeadline(database.read).executeTakeFirst())?.due),
  );
  metrics.gauge('erasure_overdue_seconds', 'For how long some account should have been erased', async () =>
    since(await findOverdueErasure(database.read, new Date(clock.now()))),
  );
  metrics.gauge('data_disk_free_ratio', 'Free share of the disk that DATA_DIR is on', () => freeShare(config.dataDir));
}

async function findOldestLease({ database: { read } }: Platform): Promise<Date | undefined> {
  const lease = read.selectFrom('platform.lease').select('expires_at').orderBy('expires_at').limit(1);
  return (await lease.executeTakeFirst())?.expires_at;
}

/** Both conditions are as the indexes have them: `IS TRUE` would use none of them. */
export function firstDeadline(db: Kysely<DB>) {
  const waiting = db.selectFrom('platform.deadline').where((row) => row.not(row.ref('parked')));
  return waiting.select('due').orderBy('due').limit(1);
}

export function parkedDeadlines(db: Kysely<DB>) {
  const parked = db.selectFrom('platform.deadline').where((row) => row.ref('parked'));
  return parked.select((row) => row.fn.countAll<number>().as('count'));
}

/** NaN: there is no such folder, since all data is elsewhere. */
async function freeShare(folder: string): Promise<number> {
  try {
    const { bavail, blocks } = await statfs(folder);
    return bavail / blocks;
  } catch {
    return NaN;
  }
}
