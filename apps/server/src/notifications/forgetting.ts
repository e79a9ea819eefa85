import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import { deleteOld } from './store.ts';

interface ForgettingOptions {
  database: Database;
  clock: Clock;
  log: Log;
}

const KEPT_MS = 90 * 86_400_000;
const LOOK_EVERY_MS = 3_600_000;
const AT_ONCE = 1_000;

/** After 90 days, read or not. Several nodes may do it at once, which is no harm. */
export function forgetOld({ database: { read }, clock, log }: ForgettingOptions): Stop {
  async function forget(): Promise<void> {
    const old = { before: new Date(clock.now() - KEPT_MS), limit: AT_ONCE };
    while ((await deleteOld(read, old)) === AT_ONCE);
  }
  return every(clock, LOOK_EVERY_MS, () => {
    forget().catch((error: unknown) => log.warn({ err: error }, 'old notifications could not be deleted'));
  });
}
