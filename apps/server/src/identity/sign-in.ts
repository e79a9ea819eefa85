import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { bindIssuer } from './issuers.ts';
import { findExclusion } from './leaving.ts';
import type { Provider } from './providers.ts';
import type { Sessions } from './sessions.ts';
import { keepSignIn, openAccount, takeSignIn, type SignIn } from './store.ts';

export const SIGN_IN_SECONDS = 600;

export interface SignIns {
  /**
   * Returns the provider's address to redirect to. The challenge is stored for 10 minutes, bound to the browser's own
   * secret.
   * @throws DomainError 'sign-in-failed' for an unknown provider, 'provider-unreachable'
   */
  begin(request: { provider: string; browser: string; origin: string; returnTo: string }): Promise<string>;
  /** Takes the sign-in that a state belongs to; it works once. @throws DomainError 'sign-in-failed' */
  take(returned: { provider: string; browser: string | undefined; query: string }): Promise<SignIn>;
  /**
   * Returns the user and the token of a new session.
   * @throws SignInCancelled, DomainError 'sign-in-failed', 'provider-unreachable', 'account-banned' or 'under-age'
   */
  complete(returned: {
    provider: string;
    query: string;
    signIn: SignIn;
    userAgent: string;
    earlierToken: string | undefined;
  }): Promise<{ userId: string; token: string }>;
}

export interface SignInsOptions {
  database: Database;
  clock: Clock;
  providers: ReadonlyMap<string, Provider>;
  sessions: Sessions;
}

export function callbackPath(provider: string): string {
  return `/api/v1/auth/callback/${provider}`;
}

export function createSignIns({ database, clock, providers, sessions }: SignInsOptions): SignIns {
  function find(id: string): Provider {
    const provider = providers.get(id);
    if (provider === undefined) throw new DomainError('sign-in-failed');
    return provider;
  }

  return {
    async begin({ provider, browser, origin, returnTo }) {
      const { address, ...challenge } = await find(provider).begin(`${origin}${callbackPath(provider)}`);
      const expiresAt = new Date(clock.now() + SIGN_IN_SECONDS * 1_000);
      await database.transaction((tx) => keepSignIn(tx, { ...challenge, provider, browser, returnTo, expiresAt }));
      return address;
    },
    async take({ provider, browser, query }) {
      const state = new URLSearchParams(query).get('state');
      if (state === null || browser === undefined) throw new DomainError('sign-in-failed');
      find(provider);
      const signIn = await database.transaction((tx) => takeSignIn(tx, { state, browser, provider }));
      if (signIn === undefined) throw new DomainError('sign-in-failed');
      return signIn;
    },
    async complete({ provider, query, signIn, userAgent, earlierToken }) {
      const state = new URLSearchParams(query).get('state') ?? '';
      const { issuer, finish } = find(provider);
      const { subject, suggestedName } = await finish(query, { ...signIn, state });
      return database.transaction(async (tx) => {
        const identity = { provider: await bindIssuer(tx, { issuer, id: provider }), subject };
        // Waits for an erasure under way; the exclusion it leaves is visible only then.
        const userId = await openAccount(tx, { ...identity, suggestedName });
        const exclusion = await findExclusion(tx, identity);
        if (exclusion !== null) throw new DomainError(exclusion);
        return { userId, token: await sessions.replace(tx, { userId, userAgent, earlierToken }) };
      });
    },
  };
}
