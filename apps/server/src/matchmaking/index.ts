import { createQueueStore, type Engagements } from '../engagement/index.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { Stop } from '../platform/stop.ts';
import { Matcher, type MatcherOptions } from './matcher.ts';
import { gated } from './gated.ts';
import type { Gate, ModeRules, Sessions } from './pair.ts';
import { createQueueService, type QueueService } from './service.ts';

export { voiceQueueCallables, type CallAnswer } from './callables.ts';
export type { Wishes } from './answers.ts';
export type { Gate, ModeRules, Pair, Seat, Sessions } from './pair.ts';
export type { QueueService } from './service.ts';

export interface Matchmaking<View> extends QueueService<View> {
  start(): Stop;
  /** Call it once an edit of preferences is committed. A slot already taken keeps the old ones. */
  edited(userId: string): void;
  /** Resolves once no join or pairing is in progress. */
  idle(): Promise<void>;
}

interface MatchmakingOptions<View> extends Omit<MatcherOptions, 'store' | 'sessions' | 'paired'> {
  engagements: Engagements;
  nodeId: string;
  sessions: Sessions<View>;
  metrics: Pick<Metrics, 'gauge'>;
}

export function voiceRules({ matchAckSeconds }: { matchAckSeconds: number }): ModeRules {
  return { mode: 'voice', ackMs: matchAckSeconds * 1_000, looks: 'ahead' };
}

/** A text match needs no acknowledgement: its room exists at once. */
export function textRules({ gate }: { gate: Gate }): ModeRules {
  return { mode: 'text', ackMs: 0, looks: 'when-they-join', gate };
}

/** Creates the queue and the matcher of one mode. */
export function createMatchmaking<View>(options: MatchmakingOptions<View>): Matchmaking<View> {
  const { rules, sessions, engagements, metrics, database } = options;
  const { mode, gate } = rules;
  const rows = createQueueStore({ mode, nodeId: options.nodeId });
  const store = gate ? gated(rows, gate) : rows;
  metrics.gauge(`${mode}_queue_length`, `People who wait for ${mode}, on all nodes`, () => store.count(database.read));
  const matcher = new Matcher({ ...options, store, paired: sessions.paired });
  return {
    ...createQueueService({ mode, matcher, engagements, sessions }),
    start: () => matcher.start(),
    edited: (userId) => matcher.edited(userId),
    idle: () => matcher.idle(),
  };
}
