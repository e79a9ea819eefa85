import { setTimeout as pause } from 'node:timers/promises';
import type { Preferences } from '../engagement/index.ts';
import { createBatchLane } from '../platform/batch-lane.ts';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';

/**
 * Preferences of free users, read when they connect, so that a rush of joins needs no eligibility reads. An entry is
 * used once. The transaction that writes the join detects outdated entries, except edits by the user: those call
 * `forget`.
 */
export interface Acquaintances {
  start(): Stop;
  /** Takes the entry out; undefined when eligibility must be read. */
  take(userId: string): Preferences | undefined;
  /** Makes the user's next join read eligibility. */
  forget(userId: string): void;
  forgetAll(): void;
  /** Resolves once no read is in progress. */
  idle(): Promise<void>;
}

interface AcquaintancesOptions {
  live: Pick<Live, 'watch'>;
  log: Log;
  /** Omits users that may not join. */
  read(userIds: readonly string[]): Promise<ReadonlyMap<string, Preferences>>;
}

/** A read in progress for one connect of a user, told apart by identity. */
interface Coming {
  userId: string;
}

const READ_AT_MOST = 1_000;
/** Pause between reads while more users connect: a crowd takes few statements. */
const GATHER_MS = 20;

export function createAcquaintances({ live, log, read }: AcquaintancesOptions): Acquaintances {
  const known = new Map<string, Preferences | Coming>();
  /** No caller waits for these: a join before the read ends reads eligibility itself. */
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

  /** False once the user has joined, left, edited or connected again since. */
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
