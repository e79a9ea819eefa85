import type { Engagement, Engagements } from '../engagement/index.ts';
import type { QueueService } from '../matchmaking/index.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { Log } from '../platform/log.ts';

export interface Departures {
  /** Within: whoever signs out leaves at once what they were in from there. */
  signedOut(tx: Tx, session: { userId: string; sid: string }): Promise<void>;
  /** The same for whoever may be in nothing any more, wherever they carried it from. */
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
 * after: what a join has made of them meanwhile, or is about to, is left as soon as it shows. Nobody waits for it within:
 * the locks that are held may be those it wants.
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
