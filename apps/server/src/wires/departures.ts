import type { Engagement, Engagements } from '../engagement/index.ts';
import type { QueueService } from '../matchmaking/index.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';

export interface Departures {
  /** Ends, in the transaction of a sign-out, what the user carried from that sign-in. */
  signedOut(tx: Tx, session: { userId: string; sid: string }): Promise<void>;
  /** Ends everything that occupies the user, from any sign-in. */
  expelled(tx: Tx, userId: string): Promise<void>;
}

interface DepartureOptions {
  database: Pick<Database, 'transaction'>;
  engagements: Pick<Engagements, 'find'>;
  queue: Pick<QueueService<unknown>, 'joined'>;
  log: Log;
  leave(tx: Tx, userId: string, engagement: Engagement): Promise<void>;
}

/**
 * Leaves again after the commit: a join in progress may take effect later. It cannot be awaited in the transaction,
 * which may hold locks the join needs.
 */
export function departuresOf({ database, engagements, queue, log, leave }: DepartureOptions): Departures {
  async function depart(tx: Tx, userId: string, isLeft: (engagement: Engagement) => boolean): Promise<void> {
    const leaveNow = async (now: Tx): Promise<void> => {
      const engagement = await engagements.find(now.db, userId);
      if (engagement && isLeft(engagement)) await leave(now, userId, engagement);
    };
    await leaveNow(tx);
    tx.after(() => {
      void Promise.resolve(queue.joined(userId))
        .then(() => database.transaction(leaveNow))
        .catch((error: unknown) => log.warn({ err: error }, 'who has gone may still have a place'));
    });
  }

  return {
    signedOut: (tx, { userId, sid }) => depart(tx, userId, (engagement) => engagement.sid === sid),
    expelled: (tx, userId) => depart(tx, userId, () => true),
  };
}
