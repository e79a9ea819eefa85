import type { Clock } from '../platform/clock.ts';
import { idsOf, listOf, statement, type Database } from '../platform/database.ts';
import type { Heard, Live } from '../platform/live.ts';
import { createHearing } from './hearing.ts';

/** Who of this node's people is still there, written into their rows. */
export interface Heartbeats {
  /** Alive by a call over HTTP; tabs with a live socket are known anyway. */
  seen(who: { userId: string; tab: string | null }): void;
  /** Since when whoever is here could be written down here: nobody is silent for longer. Ms since the epoch. */
  hearsSince(): number;
  /** Whether this node knows that something occupies them: who is pinged often. */
  isEngagedHere(userId: string): boolean;
  refreshSeen(): Promise<void>;
}

interface HeartbeatOptions {
  database: Database;
  live: Pick<Live, 'alive'>;
  clock: Clock;
}

/** Of a person, between two rounds: as many as they may have sockets. Tabs name themselves. */
const MOST_TABS = 20;

const refreshRows = statement<{ userId: string }>(import.meta.resolve('./refresh-seen.sql'));

export function createHeartbeats({ database, live, clock }: HeartbeatOptions): Heartbeats {
  const lane = database.hot('seen');
  /** By person; of each tab the last time. */
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
          // Who was heard of has just joined; their socket is asked soon, so that they are alive the next time.
          engagedHere = new Set([...heard, ...rows].map(({ userId }) => userId));
        });
      } catch (error) {
        heard.forEach(keep);
        throw error;
      }
    },
  };
}
