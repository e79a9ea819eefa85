import { createClient, type Client, type ClientOptions } from '@yonder/client';
import { TERMS_VERSION, tokenAnswer, type TokenAnswer } from '@yonder/contract';
import { cookieName } from '../identity/cookies.ts';
import { openAccount, openSession } from '../identity/store.ts';
import { opaqueToken } from '../platform/ids.ts';
import type { Database } from '../platform/database.ts';

/** Somebody who is signed in at a server under test. */
export interface Person {
  name: string;
  userId: string;
  /** A bearer, minted now from the session cookie. */
  token(): Promise<TokenAnswer>;
  /** Ends the session. */
  signOut(): Promise<void>;
  /** A tab of theirs; its live socket is down until `live.start()`. */
  tab(options?: Partial<ClientOptions>): Client;
}

interface Server {
  url: string;
  database: Database;
}

const SESSION_MS = 86_400_000;

/** A new account with a session, as sign-in leaves them. */
export async function signUp({ url, database }: Server, name: string): Promise<Person> {
  const { userId, session } = await database.transaction(async (tx) => {
    const account = { provider: 'world', subject: opaqueToken(), suggestedName: name };
    const opened = await openAccount(tx, account);
    const { token } = await openSession(tx, { userId: opened, expiresAt: new Date(tx.now.getTime() + SESSION_MS) });
    return { userId: opened, session: token };
  });
  return personOf({ url }, { name, userId, session });
}

/** As a browser sends it to this address. */
export function sessionCookie(url: string, session: string): string {
  return `${cookieName('session', url)}=${session}`;
}

/** Somebody with this session, whose secret their browser keeps as a cookie. */
export function personOf(
  { url }: Pick<Server, 'url'>,
  { name, userId, session }: { name: string; userId: string; session: string },
): Person {
  const cookie = sessionCookie(url, session);
  async function token(): Promise<TokenAnswer> {
    const response = await fetch(`${url}/api/v1/auth/token`, { method: 'POST', headers: { cookie, origin: url } });
    return tokenAnswer.parse(await response.json());
  }
  async function signOut(): Promise<void> {
    await fetch(`${url}/api/v1/auth/logout`, { method: 'POST', headers: { cookie, origin: url } });
  }
  /** What the web application does: no bearer means signed out. */
  async function tokenOrNull(): Promise<TokenAnswer | null> {
    return token().catch(() => null);
  }
  const tab = (options: Partial<ClientOptions> = {}): Client =>
    createClient({ baseUrl: url, tabId: opaqueToken(12), getToken: tokenOrNull, ...options });
  return { name, userId, token, signOut, tab };
}

/** Through the door, as the onboarding page does. */
export async function onboard(person: Person): Promise<void> {
  await person.tab().call('completeOnboarding', {
    birthDate: '1990-01-01',
    name: person.name,
    region: 'TW',
    languages: ['en'],
    termsVersion: TERMS_VERSION,
  });
}
