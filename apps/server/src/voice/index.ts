import type { EngagementView, QueueView } from '@yonder/contract';
import type { Kysely } from 'kysely';
import { connectionRecords, type Engagement, type Engagements } from '../engagement/index.ts';
import type { CallAnswer, Sessions } from '../matchmaking/index.ts';
import type { Database, DB, Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import type { Live } from '../platform/live.ts';
import type { Metrics } from '../platform/metrics.ts';
import { voiceCallables } from './callables.ts';
import { createCalls, type CallOptions } from './calls.ts';
import { createConnectionCheck } from './connection-check.ts';
import { createCalling } from './direct/calling.ts';
import type { CallableChats } from './direct/starting.ts';
import { createIceServers, type CallRoutes } from './media/ice-servers.ts';
import { createSignalling } from './media/signalling.ts';
import { createCallMetrics } from './metrics.ts';
import { wakeUps } from './machine.ts';
import { createOccupation } from './occupation.ts';
import { createPastCalls, type PastCallsOptions } from './past-calls.ts';
import { createCallSafety, type CallSafety } from './safety.ts';
import { createVoiceService } from './service.ts';
import { SIDES, type PairLimits, type WakeUp } from './session.ts';
import { createSessions } from './sessions.ts';
import { createCallStore, PAIRED } from './store.ts';
import { createUnseen } from './unseen.ts';

export { callPath, type CallRoutes } from './media/ice-servers.ts';
export { voiceData } from './personal-data.ts';
export { closedRelay, coturn, type CallRelay } from './media/relays.ts';
export type { CallWires } from './effects.ts';
export type { MissedCall } from './past-calls.ts';
export type { CallEvidence, CallSafety, PointedAt } from './safety.ts';

export interface VoiceOptions extends Pick<CallOptions, 'wires' | 'person'> {
  database: Database;
  deadlines: Pick<Deadlines, 'on'>;
  engagements: Engagements;
  live: Pick<Live, 'tell' | 'isHeard' | 'deliver'>;
  limits: PairLimits;
  routes: CallRoutes;
  chats: CallableChats & Pick<PastCallsOptions, 'roomsWith' | 'goneFrom'>;
  metrics: Pick<Metrics, 'counter' | 'gauge' | 'histogram'>;
  /** The queue view of a waiting user, in either queue. Null when in none. */
  queueView(db: Kysely<DB>, waiting: Engagement): Promise<QueueView | null>;
}

export interface Voice extends CallSafety {
  callables: ReturnType<typeof voiceCallables>;
  /** The sessions that matchmaking opens. */
  sessions: Sessions<CallAnswer>;
  /** Reads what occupies a user, without side effects; for sync. */
  look(db: Kysely<DB>, userId: string): Promise<EngagementView>;
  /** Runs in the transaction of a sign-out; the user leaves the call for good. */
  signOut(tx: Tx, participant: { callId: string; userId: string }): Promise<void>;
}

const DEADLINES = [
  'ack',
  'connect',
  'decision',
  'verdict',
  'away',
  'lost',
  'ring',
] as const satisfies WakeUp['deadline'][];

export function createVoice(options: VoiceOptions): Voice {
  const { database, engagements, live, routes, chats, queueView, limits } = options;
  const store = createCallStore();
  const metrics = createCallMetrics({ metrics: options.metrics, countLive: () => store.countLive(database.read) });
  const calls = createCalls({ ...options, store, metrics, relay: routes.relay, records: connectionRecords });
  const calling = createCalling({ calls, engagements, chats, limits, wires: options.wires });
  const pastCalls = createPastCalls({ ...options, ...chats });
  const occupation = createOccupation({ calls, engagements, queueView });
  const signalling = createSignalling({ calls, store, engagements, database, live, routes });
  const service = createVoiceService({ calls, engagements, signalling });
  const iceServers = createIceServers({ calls, engagements, database, routes });
  const checkParts = { relay: routes.relay, records: connectionRecords, metrics: options.metrics };
  const connectionCheck = createConnectionCheck(checkParts);
  for (const deadline of DEADLINES) {
    options.deadlines.on(`voice.${deadline}`, async (tx, { key }) => {
      await calls.occur(tx, key, () => ({ kind: 'clock-moved' }));
    });
  }
  options.deadlines.on('voice.signal', async (tx, { key }) => {
    const session = await calls.occur(tx, key, () => ({ kind: 'clock-moved' }));
    // A later signal gives the other side more time without a change of the session.
    const again = session && wakeUps(session).find(({ deadline }) => deadline === 'signal');
    if (again) await tx.deadline({ kind: 'voice.signal', key, due: new Date(again.due) });
  });
  options.deadlines.on(PAIRED, async (tx, { key }) => {
    for (const callId of await store.unacknowledged(tx.db, Number(key))) {
      await tx.deadline({ kind: 'voice.ack', key: callId, due: tx.now });
    }
  });
  options.deadlines.on('voice.closed', async (tx, { key }) => {
    const [callId = '', by] = key.split(' ');
    const side = SIDES.find((one) => one === by) ?? null;
    await calls.occur(tx, callId, () => ({ kind: 'closed', reason: 'closed', by: side }));
  });
  const lookForThem = createUnseen({ calls, store, engagements });
  options.deadlines.on('voice.unseen', (tx, { key }) => lookForThem(tx, key));
  return {
    callables: voiceCallables({ service, occupation, signalling, iceServers, connectionCheck, calling, pastCalls }),
    sessions: createSessions({ calls, store, database, live }),
    look: (db, userId) => occupation.look(db, userId),
    signOut: (tx, participant) => service.signOut(tx, participant),
    ...createCallSafety({ calls, store, engagements }),
  };
}
