import { FIXED, type TokenAnswer } from '@yonder/contract';
import type { Clock } from '../platform/clock.ts';
import type { Database, Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { sealBearer } from './bearer.ts';
import type { ServerKeys } from '../platform/keys.ts';
import { TOKEN_KEYS } from './admission.ts';
import type { Revocations } from './revocations.ts';
import { deviceLabel } from './device-label.ts';
import type { SessionTokens } from './session-tokens.ts';
import {
  closeSession,
  closeSurplusSessions,
  findSession,
  openSession,
  prolongSession,
  seeSession,
  type ClosedSession,
} from './store.ts';

/** Since the last use. */
export const SESSION_SECONDS = 30 * 86_400;
/** Since the sign-in, however much it is used. */
const LONGEST_SESSION_MS = 365 * 86_400_000;
/** A session in use is prolonged at most once a day. */
const PROLONGED_AFTER_MS = 86_400_000;

export interface Sessions {
  /**
   * Opens a session for the user. Ends the one this browser held before, so that no token is reused, and those beyond
   * FIXED.devices.
   */
  replace(tx: Tx, sessions: { userId: string; earlierToken: string | undefined; userAgent: string }): Promise<string>;
  /**
   * Returns an access token, and the session's seconds from now on when it was prolonged.
   * @throws DomainError 'session-ended'
   */
  mint(token: string): Promise<{ answer: TokenAnswer; lifetimeSeconds: number | null }>;
  /** Returns the session's user; null when it has ended. */
  holder(token: string): Promise<string | null>;
  end(token: string): Promise<void>;
}

export interface SessionsOptions {
  database: Database;
  clock: Clock;
  keys: Pick<ServerKeys, 'signing'>;
  tokens: Pick<SessionTokens, 'make'>;
  revocations: Revocations;
  /** Deletes what other modules store for a session, in the transaction that ends it. */
  sessionClosed(tx: Tx, session: ClosedSession): Promise<void>;
}

export function createSessions(options: SessionsOptions): Sessions {
  const { database, clock, keys, tokens, revocations } = options;
  const expiry = (now: number, signedInAt = now): number =>
    Math.min(now + SESSION_SECONDS * 1_000, signedInAt + LONGEST_SESSION_MS);

  async function close(tx: Tx, token: string): Promise<void> {
    const session = await closeSession(tx, token);
    if (session !== undefined) await closed(tx, [session]);
  }

  async function closed(tx: Tx, ended: readonly ClosedSession[]): Promise<void> {
    for (const session of ended) await options.sessionClosed(tx, session);
    revocations.announce(
      tx,
      ended.map(({ sid }) => sid),
    );
  }

  return {
    async replace(tx, { userId, earlierToken, userAgent }) {
      if (earlierToken !== undefined) await close(tx, earlierToken);
      const { token } = await openSession(tx, {
        userId,
        token: tokens.make(),
        label: deviceLabel(userAgent),
        expiresAt: new Date(expiry(tx.now.getTime())),
      });
      // The settings list so many: a session that is not listed could not be signed out.
      await closed(tx, await closeSurplusSessions(tx, { userId, limit: FIXED.devices }));
      return token;
    },
    async mint(token) {
      const now = clock.now();
      const session = await findSession(database.read, { token, now: new Date(now) });
      if (session === undefined) throw new DomainError('session-ended');
      const { sid, userId, onboarded, leaving } = session;
      await seeSession(database.read, { sid, now: new Date(now) });
      const end = expiry(now, session.signedInAt.getTime());
      const prolonged = end - session.expiresAt.getTime() > PROLONGED_AFTER_MS;
      if (prolonged) await prolongSession(database.read, { sid, expiresAt: new Date(end) });
      const expiresAt = now + FIXED.tokenSeconds * 1_000;
      const bearer = { userId, sid, onboarded, ...(leaving && { leaving }), expiresAt };
      const accessToken = sealBearer(bearer, keys.signing(TOKEN_KEYS));
      return {
        answer: { accessToken, expiresIn: FIXED.tokenSeconds, userId },
        lifetimeSeconds: prolonged ? Math.floor((end - now) / 1_000) : null,
      };
    },
    async holder(token) {
      const session = await findSession(database.read, { token, now: new Date(clock.now()) });
      return session?.userId ?? null;
    },
    end: (token) => database.transaction((tx) => close(tx, token)),
  };
}
