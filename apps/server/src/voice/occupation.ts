import type { EngagementView, QueueView } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Engagement, Engagements } from '../engagement/index.ts';
import type { DB, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import type { Calls } from './calls.ts';
import { isLive } from './session.ts';

export interface OccupationOptions {
  calls: Pick<Calls, 'happen' | 'find' | 'view'>;
  engagements: Pick<Engagements, 'find' | 'seen'>;
  /** Null: they wait in no queue. */
  queueView(db: Kysely<DB>, userId: string): Promise<QueueView | null>;
}

/** What occupies a person. */
export interface Occupation {
  /** A tab that had left its call is back in it. A command's whole transaction. */
  state(ctx: CallContext, tx: Tx): Promise<EngagementView>;
  /** The same without coming back to anything. */
  look(db: Kysely<DB>, userId: string): Promise<EngagementView>;
}

const IDLE: EngagementView = { kind: 'idle', queue: null, call: null };

export function createOccupation({ calls, engagements, queueView }: OccupationOptions): Occupation {
  async function occupied(
    db: Kysely<DB>,
    engagement: Engagement | undefined,
    call: EngagementView['call'],
  ): Promise<EngagementView> {
    const kind = engagement?.kind ?? 'idle';
    const queue = engagement && kind === 'voice-queue' ? await queueView(db, engagement.userId) : null;
    return { kind, queue, call };
  }

  return {
    async state({ userId, tab }, tx) {
      engagements.seen(userId);
      const engagement = await engagements.find(tx.db, userId);
      if (engagement?.kind !== 'voice') return occupied(tx.db, engagement, null);
      const { after, side } = await calls.happen(tx, { callId: engagement.ref, userId }, (back) =>
        tab === null ? { kind: 'clock-moved' } : { kind: 'returned', side: back, tab },
      );
      if (isLive(after)) return occupied(tx.db, engagement, await calls.view(tx.db, after, side));
      return occupied(tx.db, await engagements.find(tx.db, userId), null);
    },
    async look(db, userId) {
      const engagement = await engagements.find(db, userId);
      if (!engagement) return IDLE;
      if (engagement.kind !== 'voice') return occupied(db, engagement, null);
      const { session, side } = await calls.find(db, { callId: engagement.ref, userId });
      return occupied(db, engagement, await calls.view(db, session, side));
    },
  };
}
