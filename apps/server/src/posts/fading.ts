import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import { goneBefore, switchOffOver } from './store.ts';

interface FadingOptions {
  database: Database;
  clock: Clock;
  log: Log;
}

const LOOK_EVERY_MS = 60_000;
const AT_ONCE = 1_000;
/** Over or taken back, a post is kept for those who judge it. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Nobody sees a post whose time is over; switched off, it leaves the indexes of the feed as small as what is seen. 30 days
 * later it goes, with what was written under it. Several nodes may do it at once.
 */
export function fade({ database: { read }, clock, log }: FadingOptions): Stop {
  async function look(): Promise<void> {
    const over = { now: new Date(clock.now()), limit: AT_ONCE };
    while ((await switchOffOver(read, over)) === AT_ONCE);
    const gone = goneBefore({ before: new Date(clock.now() - KEPT_MS), limit: AT_ONCE });
    while (Number((await gone.execute(read)).numAffectedRows) === AT_ONCE);
  }
  return every(clock, LOOK_EVERY_MS, () => {
    look().catch((error: unknown) => log.warn({ err: error }, 'posts that are over could not be put away'));
  });
}
