import { createClient, type Client, type ClientOptions } from '@yonder/client';
import { TERMS_VERSION, tokenAnswer, type TokenAnswer } from '@yonder/contract';
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
  const { userId, cookie } = await database.transaction(async (tx) => {
    const account = { provider: 'world', subject: opaqueToken(), suggestedName: name };
    const opened = await openAccount(tx, account);
    const session = await openSession(tx, { userId: opened, expiresAt: new Date(tx.now.getTime() + SESSION_MS) });
    return { userId: opened, cookie: `session=${session.token}` };
  });
  return personOf({ url }, { name, userId, cookie });
}

/** Somebody with a session cookie. */
export function personOf(
  { url }: Pick<Server, 'url'>,
  { name, userId, cookie }: { name: string; userId: string; cookie: string },
): Person {
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
