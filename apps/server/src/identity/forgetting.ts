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
 * Sessions and sign-ins that are over, also of people who never come back, until stopped. A session ends as if they had
 * signed out there: nobody is woken in a browser that is signed in no more. Several nodes may do it at once.
 */
export function forgetOver({ database, clock, log, signingOut }: ForgettingOptions): Stop {
  const complain = (error: unknown): void => log.warn({ err: error }, 'sessions that are over could not be deleted');

  async function forget(): Promise<void> {
    const now = new Date(clock.now());
    await deleteOver(database.read, now);
    await database.transaction(releaseKeptOut);
    for (const session of await sessionsOver(database.read, now)) {
      // Somebody may have come back in the last moment; and one that cannot be ended keeps back no other.
      await database.transaction((tx) => signingOut.one(tx, session, 'over')).catch(complain);
    }
  }
  return every(clock, LOOK_EVERY_MS, () => void forget().catch(complain));
}
