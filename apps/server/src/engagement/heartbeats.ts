import type { Clock } from '../platform/clock.ts';
import { idsOf, listOf, statement, type Database } from '../platform/database.ts';
import type { Heard, Live } from '../platform/live.ts';
import { createHearing } from './hearing.ts';

/** Stores when this node last heard from its users. */
export interface Heartbeats {
  /** Counts an HTTP call as a sign of life; tabs with a live socket need none. */
  seen(who: { userId: string; tab: string | null }): void;
  /** Since when this node can store heartbeats, in ms since the epoch; no user is silent for longer. */
  hearsSince(): number;
  /** Whether this node knows that something occupies the user; such users are pinged often. */
  isEngagedHere(userId: string): boolean;
  refreshSeen(): Promise<void>;
}

interface HeartbeatOptions {
  database: Database;
  live: Pick<Live, 'alive'>;
  clock: Clock;
}

/** Tabs kept per user between two rounds, as many as a user may have sockets. Clients make up the names of tabs. */
const MOST_TABS = 20;

const refreshRows = statement<{ userId: string }>(import.meta.resolve('./refresh-seen.sql'));

export function createHeartbeats({ database, live, clock }: HeartbeatOptions): Heartbeats {
  const lane = database.hot('seen');
  /** By user, with the last time of each tab. */
  const called = new Map<string, Heard[]>();
  const hearing = createHearing(clock);
  let engagedHere: ReadonlySet<string> = new Set();

  function keep(heard: Heard): void {
    const others = called.get(heard.userId) ?? [];
    const known = others.find(({ tab }) => tab === heard.tab);
    if (known) known.at = Math.max(known.at, heard.at);
    else called.set(heard.userId, [...others, heard].slice(-MOST_TABS));
  }

  return {
    seen: ({ userId, tab }) => keep({ userId, tab, at: clock.now() }),
    hearsSince: hearing.since,
    isEngagedHere: (userId) => engagedHere.has(userId) || called.has(userId),
    async refreshSeen() {
      const heard = [...called.values()].flat();
      called.clear();
      try {
        await hearing.during(async () => {
          const here = [...heard, ...live.alive()];
          const times = here.map(({ at }) => new Date(at).toISOString());
          const values = [idsOf(here.map(({ userId }) => userId)), idsOf(times), listOf(here.map(({ tab }) => tab))];
          const rows = here.length > 0 ? await lane.run(refreshRows, values) : [];
          // Users heard over HTTP have just joined; a ping must find their socket before the next round.
          engagedHere = new Set([...heard, ...rows].map(({ userId }) => userId));
        });
      } catch (error) {
        heard.forEach(keep);
        throw error;
      }
    },
  };
}
