import { setTimeout as pause } from 'node:timers/promises';
import type { Preferences } from '../engagement/index.ts';
import { createBatchLane } from '../platform/batch-lane.ts';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';

/**
 * By what people are paired who have come to this node and are free, read when they come: a crowd that joins need not be
 * looked at. Of use once. What changes until then is noticed by the transaction that writes the join down, but for what
 * somebody edits themselves: that is forgotten here.
 */
export interface Acquaintances {
  start(): Stop;
  /** Undefined: they are to be looked at. */
  take(userId: string): Preferences | undefined;
  /** They are to be looked at. */
  forget(userId: string): void;
  forgetAll(): void;
  /** Resolves once nobody is read about. */
  idle(): Promise<void>;
}

interface AcquaintancesOptions {
  live: Pick<Live, 'watch'>;
  log: Log;
  /** Of those who may join. */
  read(userIds: readonly string[]): Promise<ReadonlyMap<string, Preferences>>;
}

const READ_AT_MOST = 1_000;
/** While more and more come, they are read about so long after one another: a crowd in a few statements. */
const GATHER_MS = 20;

export function createAcquaintances({ live, log, read }: AcquaintancesOptions): Acquaintances {
  const known = new Map<string, Preferences | 'being-read'>();
  /** Nobody waits for an answer: whoever joins before there is one is looked at. */
  let unread: string[] = [];
  const lane = createBatchLane<never, never>({
    atMost: 1,
    async run() {
      const people = unread.slice(0, READ_AT_MOST);
      unread = unread.slice(READ_AT_MOST);
      if (unread.length > 0) lane.poke();
      await meet(people.filter(isBeingRead)).catch((error: unknown) => {
        for (const userId of people) known.delete(userId);
        log.warn({ err: error }, 'who came could not be read about');
      });
      if (unread.length > 0) await pause(GATHER_MS);
      return [];
    },
  });

  function isBeingRead(userId: string): boolean {
    return known.get(userId) === 'being-read';
  }

  async function meet(people: readonly string[]): Promise<void> {
    if (people.length === 0) return;
    const met = await read(people);
    for (const userId of people) {
      const preferences = met.get(userId);
      // Who has joined or left meanwhile is known no more.
      if (!isBeingRead(userId)) continue;
      if (preferences) known.set(userId, preferences);
      else known.delete(userId);
    }
  }

  return {
    start: () =>
      live.watch({
        came(userId) {
          known.set(userId, 'being-read');
          unread.push(userId);
          lane.poke();
        },
        left: (userId) => void known.delete(userId),
      }),
    take(userId) {
      const preferences = known.get(userId);
      known.delete(userId);
      return preferences === 'being-read' ? undefined : preferences;
    },
    forget: (userId) => void known.delete(userId),
    forgetAll: () => known.clear(),
    idle: () => lane.idle(),
  };
}
