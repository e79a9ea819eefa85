import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import { switchOffOver } from './store.ts';

interface FadingOptions {
  database: Database;
  clock: Clock;
  log: Log;
}

const LOOK_EVERY_MS = 60_000;
const AT_ONCE = 1_000;

/** Nobody sees a post whose time is over; this keeps the indexes of the feed as small as what is seen. */
export function switchOff({ database: { read }, clock, log }: FadingOptions): Stop {
  async function look(): Promise<void> {
    const over = { now: new Date(clock.now()), limit: AT_ONCE };
    while ((await switchOffOver(read, over)) === AT_ONCE);
  }
  return every(clock, LOOK_EVERY_MS, () => {
    look().catch((error: unknown) => log.warn({ err: error }, 'posts that are over could not be switched off'));
  });
}
