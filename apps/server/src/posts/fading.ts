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
/** How long an expired or deleted post stays for moderators. */
const KEPT_MS = 30 * 86_400_000;

/**
 * Switches off expired posts, which keeps the feed's indexes as small as what is shown. 30 days later they are deleted
 * with their comments. Several nodes may do it at once.
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
