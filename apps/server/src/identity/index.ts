import type { IncomingHttpHeaders } from 'node:http';
import type { Database, Tx } from '../platform/database.ts';
import type { Limits } from '../platform/door/limits.ts';
import type { Admission, Handlers } from '../platform/dispatcher.ts';
import type { Stop } from '../platform/stop.ts';
import type { ServerKeys } from '../platform/keys.ts';
import { createAdmission } from './admission.ts';
import { readCookie } from './cookies.ts';
import type { Origins } from './origins.ts';
import { createSigningOut, deviceCallables, type DeviceCallable } from './devices.ts';
import { forgetOver } from './forgetting.ts';
import { warnOfIssuers } from './issuers.ts';
import { isLeaving } from './leaving.ts';
import { createProvider, type ProviderSettings } from './providers.ts';
import { createRevocations, type RevocationsOptions } from './revocations.ts';
import { identityRoutes } from './routes.ts';
import { createSessions } from './sessions.ts';
import { createSessionTokens } from './session-tokens.ts';
import { createSignIns } from './sign-in.ts';
import { isOnboarded, type ClosedSession } from './store.ts';

export { TOKEN_KEYS } from './admission.ts';
export { sealBearer } from './bearer.ts';
export {
  accountsAfter,
  eraseAccount,
  findErasure,
  findOverdueErasure,
  findSameIdentity,
  findUnused,
  isOnlyKeptOut,
  leave,
  leaveUnused,
  readmitErased,
  stay,
} from './leaving.ts';
export { boundIssuers, exchangeIssuers, issuerOf } from './issuers.ts';
export { findLedgerStanding, restoreErasure, restoreKeptOut, restoreRefusal, type LedgerStanding } from './ledger.ts';
export {
  endSessionsOf,
  findAccount,
  findAccountIds,
  holdSession,
  settleNewcomer,
  signEverybodyOut,
  type Account,
} from './store.ts';
export { identityAreas } from './personal-data.ts';
export { findBarred, findModerators, readmit, setModerator, suspendAccounts } from './standings.ts';
export { createOrigins, localOrigins, type Origins } from './origins.ts';
export { RATES as SIGN_IN_RATES, SESSION_RATE } from './routes.ts';
export { CLIENT_AUTHS, isIssuerSafe, type ProviderSettings } from './providers.ts';
export type { ClosedSession } from './store.ts';

export interface IdentityOptions extends RevocationsOptions {
  database: Database;
  keys: ServerKeys;
  providers: readonly ProviderSettings[];
  origins: Origins;
  limits: Pick<Limits, 'take'>;
  /** Runs in the transaction that ends the session: push tokens, queue slot, call and the like go with it. */
  sessionClosed(tx: Tx, session: ClosedSession): Promise<void>;
}

export interface Identity {
  admission: Admission;
  /** Makes every node read suspensions and moderators anew, right after the commit. */
  announceStanding(tx: Tx): void;
  /** The moderators' user ids, from memory. */
  moderators(): ReadonlySet<string>;
  callables: Handlers<DeviceCallable>;
  /** Ends every session of a user, with what other modules store for them. */
  signOutEverywhere(tx: Tx, userId: string): Promise<null>;
  /** A Fastify plugin with everything under /api/v1/auth for signing in and out. */
  routes: ReturnType<typeof identityRoutes>;
  /** Returns the user of the request's session cookie, for what a page loads by address; null without one. */
  holderOf(headers: IncomingHttpHeaders): Promise<string | null>;
  /** Call before the server listens: reads what was revoked, then keeps reading. */
  start(): Promise<Stop>;
}

export function createIdentity(options: IdentityOptions): Identity {
  const { origins, limits, clock, log } = options;
  const revocations = createRevocations(options);
  const tokens = createSessionTokens(options.keys);
  const sessions = createSessions({ ...options, tokens, revocations });
  const providers = new Map(options.providers.map((settings) => [settings.id, createProvider(settings)]));
  const signingOut = createSigningOut({ ...options, revocations });
  const signIns = createSignIns({ ...options, providers, sessions });
  return {
    admission: createAdmission({
      ...options,
      revocations,
      isOnboarded: (userId) => isOnboarded(options.database.read, userId),
      isLeaving: (userId) => isLeaving(options.database.read, userId),
    }),
    announceStanding: revocations.announceStanding,
    moderators: revocations.moderators,
    callables: deviceCallables({ ...options, signingOut }),
    signOutEverywhere: signingOut.everywhere,
    routes: identityRoutes({ signIns, sessions, tokens, origins, limits, clock, log }),
    async holderOf(headers) {
      const origin = origins.of(headers);
      const token = origin && readCookie(headers.cookie, { kind: 'session', origin });
      return token ? sessions.holder(token) : null;
    },
    async start() {
      await warnOfIssuers(options.database.read, providers, log);
      const stops = [await revocations.start(), forgetOver({ ...options, signingOut })];
      return () => stops.forEach((stop) => stop());
    },
  };
}
