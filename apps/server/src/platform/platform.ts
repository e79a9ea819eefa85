import type { Bus } from './bus.ts';
import type { Clock } from './clock.ts';
import type { Database } from './database.ts';
import { createDeadlines, type Deadlines } from './deadlines.ts';
import { createAnswers, type Answers } from './door/answers.ts';
import { createLimits, type Limits } from './door/limits.ts';
import { uuidv7 } from './ids.ts';
import { loadServerKeys, type ServerKeys } from './keys.ts';
import { createLeases, type Leases } from './leases.ts';
import { createHub, type Hub } from './live/hub.ts';
import { createPresence, type Presence } from './live/presence.ts';
import type { Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';

/** What the modules build on. */
export interface Platform {
  nodeId: string;
  /** one: no bus leads to another. */
  nodes: 'one' | 'several';
  database: Database;
  clock: Clock;
  log: Log;
  bus: Bus;
  keys: ServerKeys;
  leases: Leases;
  deadlines: Deadlines;
  live: Hub;
  presence: Presence;
  limits: Limits;
  answers: Answers;
  metrics: Metrics;
}

export interface PlatformOptions {
  database: Database;
  clock: Clock;
  log: Log;
  bus: Bus;
  nodes: Platform['nodes'];
  keyPurposes: readonly string[];
  givenKeys: Readonly<Record<string, Buffer | undefined>>;
}

export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  const { database, clock, log, bus, nodes } = options;
  const base = { database, clock, log, nodes, nodeId: uuidv7(clock.now()) };
  const metrics = createMetrics(base);
  // Registered first, so read first: other gauges query the database themselves, all at once.
  metrics.gauge('database_waiting', 'Queries of this node that wait for a connection', () => database.waiting());
  const presence: Presence = createPresence({
    ...base,
    see: (userId) => live.seen(userId),
  });
  const live: Hub = createHub({ ...base, bus, onPresence: presence.changed });
  return {
    ...base,
    bus,
    metrics,
    presence,
    live,
    keys: await loadServerKeys({ ...base, purposes: options.keyPurposes, given: options.givenKeys }),
    leases: createLeases(base),
    deadlines: createDeadlines({ ...base, observe: metrics.observeDeadline }),
    limits: createLimits(base),
    answers: createAnswers(base),
  };
}
