import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import { deleteOver } from './store.ts';

const LOOK_EVERY_MS = 3_600_000;

/** Sessions and sign-ins that are over, also of people who never come back, until stopped. */
export function forgetOver({ database, clock, log }: { database: Database; clock: Clock; log: Log }): Stop {
  return every(clock, LOOK_EVERY_MS, () => {
    deleteOver(database.read, new Date(clock.now())).catch((error: unknown) =>
      log.warn({ err: error }, 'sessions that are over could not be deleted'),
    );
  });
}
