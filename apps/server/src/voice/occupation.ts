import type { EngagementView, QueueView } from '@yonder/contract';
import type { Kysely } from 'kysely';
import { carriesCall, type Engagement, type Engagements } from '../engagement/index.ts';
import type { DB, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import type { Calls } from './calls.ts';
import { isLive, type Session, type Side } from './session.ts';

export interface OccupationOptions {
  calls: Pick<Calls, 'happen' | 'find' | 'view' | 'directView'>;
  engagements: Pick<Engagements, 'find' | 'seen'>;
  /** Null when the user waits in no queue. */
  queueView(db: Kysely<DB>, waiting: Engagement): Promise<QueueView | null>;
}

export interface Occupation {
  /** Reads what occupies the user and returns the tab to a call it had left. A command's whole transaction. */
  state(ctx: CallContext, tx: Tx): Promise<EngagementView>;
  /** Reads what occupies the user without returning to a call. */
  look(db: Kysely<DB>, userId: string): Promise<EngagementView>;
}

const IDLE: EngagementView = { kind: 'idle', queue: null, call: null, directCall: null, textMatch: null };

export function createOccupation({ calls, engagements, queueView }: OccupationOptions): Occupation {
  async function waiting(db: Kysely<DB>, engagement: Engagement | undefined): Promise<EngagementView> {
    if (!engagement) return IDLE;
    const { kind, ref } = engagement;
    if (kind === 'text') return { ...IDLE, kind, textMatch: ref };
    return { ...IDLE, kind, queue: await queueView(db, engagement) };
  }

  async function inCall(
    db: Kysely<DB>,
    { kind }: Engagement,
    { session, side }: { session: Session; side: Side },
  ): Promise<EngagementView> {
    return {
      ...IDLE,
      kind,
      call: session.status === 'ringing' ? null : await calls.view(db, session, side),
      directCall: session.direct ? await calls.directView(db, session, side) : null,
    };
  }

  return {
    async state({ userId, tab }, tx) {
      engagements.seen({ userId, tab });
      const engagement = await engagements.find(tx.db, userId);
      if (!carriesCall(engagement)) return waiting(tx.db, engagement);
      const { after, side } = await calls.happen(tx, { callId: engagement.ref, userId }, (back) =>
        tab === null ? { kind: 'clock-moved' } : { kind: 'returned', side: back, tab },
      );
      if (isLive(after)) return inCall(tx.db, engagement, { session: after, side });
      return waiting(tx.db, await engagements.find(tx.db, userId));
    },
    async look(db, userId) {
      const engagement = await engagements.find(db, userId);
      if (!carriesCall(engagement)) return waiting(db, engagement);
      return inCall(db, engagement, await calls.find(db, { callId: engagement.ref, userId }));
    },
  };
}
