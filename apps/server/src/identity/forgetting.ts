import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import type { SigningOut } from './devices.ts';
import { releaseKeptOut } from './leaving.ts';
import { deleteOver, sessionsOver } from './store.ts';

interface ForgettingOptions {
  database: Database;
  clock: Clock;
  log: Log;
  signingOut: Pick<SigningOut, 'one'>;
}

const LOOK_EVERY_MS = 3_600_000;

/**
 * Deletes expired sessions and sign-ins until stopped, also of users that never return. A session ends as by signing
 * out: a signed-out browser gets no push. Several nodes may do it at once.
 */
export function forgetOver({ database, clock, log, signingOut }: ForgettingOptions): Stop {
  const complain = (error: unknown): void => log.warn({ err: error }, 'sessions that are over could not be deleted');

  async function forget(): Promise<void> {
    const now = new Date(clock.now());
    await deleteOver(database.read, now);
    await database.transaction(releaseKeptOut);
    for (const session of await sessionsOver(database.read, now)) {
      // 'over' checks again, as the user may have just returned. A session that cannot be ended holds back no other.
      await database.transaction((tx) => signingOut.one(tx, session, 'over')).catch(complain);
    }
  }
  return every(clock, LOOK_EVERY_MS, () => void forget().catch(complain));
}
