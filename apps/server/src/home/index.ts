import type { homeCallables as contract, Output } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB } from '../platform/database.ts';
import { query, type Handlers } from '../platform/dispatcher.ts';
import type { Live } from '../platform/live.ts';
import type { Stop } from '../platform/stop.ts';
import { createTelling } from './telling.ts';

/** Counts for a user that other modules provide. */
export interface HomeCounts {
  /** All waiting users, by queue. */
  waiting(db: Kysely<DB>): Promise<{ voice: number; text: number }>;
  /** Moments in the user's region, by any author; null without a region. */
  moments(db: Kysely<DB>, reader: { userId: string; now: Date }): Promise<number | null>;
  /** Null while the user cannot be found nearby. */
  nearby(db: Kysely<DB>, userId: string): Promise<number | null>;
}

/** Calls `changed` whenever a count may differ, on any node's change. */
type OnChange = (changed: () => void) => Stop;

export interface HomeOptions {
  database: Pick<Database, 'recall'>;
  clock: Clock;
  live: Pick<Live, 'tellHere' | 'follow' | 'followers'>;
  counts: HomeCounts;
  changes: { queues: OnChange; posts: OnChange; places: OnChange };
}

export interface Home {
  callables: Handlers<keyof typeof contract>;
  /** Tells the tabs that show it, until stopped. */
  start(): Stop;
}

const HOME_GAP_MS = 2_000;
/** The gap is longer, so that locations cannot be probed. */
const NEARBY_GAP_MS = 30_000;

/** The counts of the home page are true, or absent. */
export function createHome({ database: { recall }, clock, live, counts, changes }: HomeOptions): Home {
  return {
    callables: {
      getHome: query(async ({ userId, now }): Promise<Output<'getHome'>> => {
        const [waiting, momentsInRegion, peopleNearby] = await recall((db) =>
          Promise.all([counts.waiting(db), counts.moments(db, { userId, now }), counts.nearby(db, userId)]),
        );
        return { waitingToTalk: waiting.voice, waitingToText: waiting.text, momentsInRegion, peopleNearby };
      }),
      watchCounts: query(async ({ userId, tab }, { shown }) => {
        if (tab !== null) live.follow(userId, tab, { kind: 'counts', of: shown });
        return null;
      }),
    },
    start() {
      const home = createTelling({ clock, live, of: 'home', gapMs: HOME_GAP_MS });
      const nearby = createTelling({ clock, live, of: 'nearby', gapMs: NEARBY_GAP_MS });
      const stops = [
        ...Object.values(changes).map((onChange) => onChange(home.changed)),
        changes.places(nearby.changed),
        home.stop,
        nearby.stop,
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
}
