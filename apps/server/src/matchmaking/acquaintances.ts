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

/** Somebody who is being read about, since they came that one time. */
interface Coming {
  userId: string;
}

const READ_AT_MOST = 1_000;
/** While more and more come, they are read about so long after one another: a crowd in a few statements. */
const GATHER_MS = 20;

export function createAcquaintances({ live, log, read }: AcquaintancesOptions): Acquaintances {
  const known = new Map<string, Preferences | Coming>();
  /** Nobody waits for an answer: whoever joins before there is one is looked at. */
  let unread: Coming[] = [];
  const lane = createBatchLane<never, never>({
    atMost: 1,
    async run() {
      const coming = unread.slice(0, READ_AT_MOST);
      unread = unread.slice(READ_AT_MOST);
      if (unread.length > 0) lane.poke();
      await meet(coming.filter(isExpected)).catch((error: unknown) => {
        for (const one of coming.filter(isExpected)) known.delete(one.userId);
        log.warn({ err: error }, 'who came could not be read about');
      });
      if (unread.length > 0) await pause(GATHER_MS);
      return [];
    },
  });

  /** Who has joined, left or edited meanwhile is known no more, also when they have come again since. */
  function isExpected(one: Coming): boolean {
    return known.get(one.userId) === one;
  }

  async function meet(coming: readonly Coming[]): Promise<void> {
    if (coming.length === 0) return;
    const met = await read(coming.map(({ userId }) => userId));
    for (const one of coming.filter(isExpected)) {
      const preferences = met.get(one.userId);
      if (preferences) known.set(one.userId, preferences);
      else known.delete(one.userId);
    }
  }

  return {
    start: () =>
      live.watch({
        came(userId) {
          const coming = { userId };
          known.set(userId, coming);
          unread.push(coming);
          lane.poke();
        },
        left: (userId) => void known.delete(userId),
      }),
    take(userId) {
      const preferences = known.get(userId);
      known.delete(userId);
      return preferences && 'userId' in preferences ? undefined : preferences;
    },
    forget: (userId) => void known.delete(userId),
    forgetAll: () => known.clear(),
    idle: () => lane.idle(),
  };
}
