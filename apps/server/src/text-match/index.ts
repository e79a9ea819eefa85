import type { TextMatch } from '@yonder/contract';
import { connectionRecords, type Engagements } from '../engagement/index.ts';
import type { Gate, QueueService, Sessions } from '../matchmaking/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Stop } from '../platform/stop.ts';
import { createAllowances, type AllowanceLimits } from './allowance.ts';
import { textMatchCallables } from './callables.ts';
import { forgetOver } from './forgetting.ts';
import { createMatches, type MatchWires } from './matches.ts';
import { createOpening, type Rooms } from './opening.ts';
import { createMatchSafety, type MatchSafety } from './safety.ts';
import { createTextService, type TextServiceOptions } from './service.ts';
import { createMatchStore } from './store.ts';
import { watchMatches } from './watching.ts';

export { textMatchData } from './personal-data.ts';
export type { MatchWires } from './matches.ts';

export interface TextMatchOptions extends Pick<TextServiceOptions, 'interestsOf'> {
  database: Database;
  clock: Clock;
  log: Log;
  deadlines: Pick<Deadlines, 'on'>;
  engagements: Pick<Engagements, 'find' | 'seen' | 'seat' | 'lastSeen' | 'hearsSince' | 'release' | 'remember'>;
  live: Pick<Live, 'tell' | 'isHeard' | 'isHere'>;
  metrics: Pick<Metrics, 'gauge'>;
  limits: AllowanceLimits & { rematchSeconds: number };
  rooms: Rooms;
  wires: MatchWires;
  /** The queue, created later because it needs `sessions`. */
  queue(): Pick<QueueService<TextMatch>, 'join' | 'leave' | 'standing'>;
}

export interface TextMatching extends MatchSafety {
  callables: ReturnType<typeof textMatchCallables>;
  /** The sessions that matchmaking opens. */
  sessions: Sessions<TextMatch>;
  gate: Gate;
  /** Deletes matches that ended long ago, until stopped. */
  start(): Stop;
}

export function createTextMatching(options: TextMatchOptions): TextMatching {
  const { database, metrics, limits, queue } = options;
  const store = createMatchStore();
  const matches = createMatches({ ...options, store, records: connectionRecords });
  const allowances = createAllowances(limits);
  metrics.gauge('text_matches_live', 'Text matches that bind their two', () => store.countActive(database.read));
  watchMatches({ ...options, matches, store });
  return {
    callables: textMatchCallables(createTextService({ ...options, matches, allowances }, queue)),
    sessions: createOpening({ ...options, store, matches, allowances }),
    gate: allowances.gate,
    start: () => forgetOver({ ...options, store }),
    ...createMatchSafety({ ...options, matches, store }),
  };
}
