import type { Output } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Database, DB } from '../platform/database.ts';
import { query, type Handlers } from '../platform/dispatcher.ts';

/** What the other modules count for somebody, now. */
export interface HomeCounts {
  /** Others who wait, by queue. */
  waiting(db: Kysely<DB>, userId: string): Promise<{ voice: number; text: number }>;
  /** Moments of others in their region, as their feed filters them; null without a region. */
  moments(db: Kysely<DB>, reader: { userId: string; now: Date }): Promise<number | null>;
  /** Null while they are not to be found themselves. */
  nearby(db: Kysely<DB>, userId: string): Promise<number | null>;
}

/** The hub of the four modes says what is true, or nothing. */
export function homeCallables({ recall }: Pick<Database, 'recall'>, counts: HomeCounts): Handlers<'getHome'> {
  return {
    getHome: query(async ({ userId, now }): Promise<Output<'getHome'>> => {
      const [waiting, momentsInRegion, peopleNearby] = await recall((db) =>
        Promise.all([counts.waiting(db, userId), counts.moments(db, { userId, now }), counts.nearby(db, userId)]),
      );
      return { waitingToTalk: waiting.voice, waitingToText: waiting.text, momentsInRegion, peopleNearby };
    }),
  };
}
