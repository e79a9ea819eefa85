import { findUnused, leaveUnused } from '../identity/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import { ERASE } from './erasing.ts';
import { UNUSED_DAYS } from './retention-rules.ts';

const DAY_MS = 86_400_000;
const LOOK_EVERY_MS = 3_600_000;
const AT_ONCE = 100;

interface SweepOptions {
  database: Database;
  clock: Clock;
  log: Log;
}

/**
 * Erases accounts that were never onboarded or were refused for age, after UNUSED_DAYS. A refused one leaves the hash of
 * its sign-in. Several nodes may sweep at once.
 */
export function sweepUnused({ database, clock, log }: SweepOptions): Stop {
  async function sweep(): Promise<void> {
    const before = new Date(clock.now() - UNUSED_DAYS * DAY_MS);
    for (const userId of await findUnused(database.read, { before, limit: AT_ONCE })) {
      await database.transaction(async (tx) => {
        if (await leaveUnused(tx, { userId, before })) await tx.deadline({ kind: ERASE, key: userId, due: tx.now });
      });
    }
  }
  return every(clock, LOOK_EVERY_MS, () => {
    sweep().catch((error: unknown) => log.warn({ err: error }, 'accounts that nobody set up could not be erased'));
  });
}
