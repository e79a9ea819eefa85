import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import type { MatchStore } from './store.ts';

interface ForgettingOptions {
  store: Pick<MatchStore, 'forgetOver'>;
  database: Pick<Database, 'read'>;
  clock: Clock;
  log: Log;
}

/** As long as messages of a closed room are kept. */
const KEPT_MS = 30 * 86_400_000;
const LOOK_EVERY_MS = 3_600_000;
const AT_ONCE = 1_000;

/** Deletes matches 30 days after their end; rooms have their own rules. Several nodes may run it at once. */
export function forgetOver({ store, database: { read }, clock, log }: ForgettingOptions): Stop {
  async function forget(): Promise<void> {
    const over = { before: clock.now() - KEPT_MS, limit: AT_ONCE };
    while ((await store.forgetOver(read, over)) === AT_ONCE);
  }
  return every(clock, LOOK_EVERY_MS, () => {
    forget().catch((error: unknown) => log.warn({ err: error }, 'matches of long ago could not be forgotten'));
  });
}
