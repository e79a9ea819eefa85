import { FIXED, type deviceCallables as contract } from '@yonder/contract';
import type { Database, Tx } from '../platform/database.ts';
import { command, query, type Handlers } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import type { Revocations } from './revocations.ts';
import { endSession, endSessionsOf, listSessions, type ClosedSession, type Ended } from './store.ts';

export type DeviceCallable = keyof typeof contract;

interface SigningOutOptions {
  revocations: Pick<Revocations, 'announce'>;
  /** Deletes what other modules store for a session, in the transaction that ends it. */
  sessionClosed(tx: Tx, session: ClosedSession): Promise<void>;
}

export type SigningOut = ReturnType<typeof createSigningOut>;

/** Ends sessions together with what other modules store for them, and announces it to every node. */
export function createSigningOut({ revocations, sessionClosed }: SigningOutOptions) {
  async function closed(tx: Tx, userId: string, sids: readonly string[]): Promise<null> {
    for (const sid of sids) await sessionClosed(tx, { sid, userId });
    revocations.announce(tx, sids);
    return null;
  }

  return {
    /** False when the session is not the user's, or is gone already. */
    async one(tx: Tx, { sid, userId }: ClosedSession, which: Ended): Promise<boolean> {
      const isEnded = await endSession(tx, { sid, userId }, which);
      if (isEnded) await closed(tx, userId, [sid]);
      return isEnded;
    },
    everywhere: async (tx: Tx, userId: string): Promise<null> => closed(tx, userId, await endSessionsOf(tx, userId)),
  };
}

interface DevicesOptions {
  database: Database;
  signingOut: SigningOut;
}

/** The browsers a user is signed in with, one session each. Only that user sees them. */
export function deviceCallables({ database, signingOut }: DevicesOptions): Handlers<DeviceCallable> {
  return {
    listDevices: query(async ({ userId, sid: here, now }) => {
      const sessions = await listSessions(database.read, { userId, now, limit: FIXED.devices });
      const devices = sessions.map(({ sid, label, createdAt, lastSeenAt }) => ({
        deviceId: sid,
        label,
        isThis: sid === here,
        createdAt: createdAt.getTime(),
        lastSeenAt: lastSeenAt.getTime(),
      }));
      return { devices };
    }),
    signOutDevice: command(async ({ userId }, tx, { deviceId: sid }) => {
      if (!(await signingOut.one(tx, { sid, userId }, 'any'))) throw new DomainError('device-not-found');
      return null;
    }),
    signOutEverywhere: command(({ userId }, tx) => signingOut.everywhere(tx, userId)),
  };
}
