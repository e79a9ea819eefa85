import { createHash, createHmac } from 'node:crypto';

export type Side = 'a' | 'b';

/** What a username stands for: one side of a call, or a waiting user. */
export type Holder =
  | { readonly kind: 'side'; readonly callId: string; readonly side: Side }
  | { readonly kind: 'waiting'; readonly ticket: string };

/** A server key of the purpose 'relay'. */
export interface RelayKey {
  readonly kid: string;
  readonly secret: Uint8Array;
}

export interface Credentials {
  username: string;
  credential: string;
}

export interface Username {
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly kid: string;
  readonly holder: Holder;
}

export const REALM = 'yonder';

const USERNAME =
  /^(?<seconds>\d{1,11}):(?<kid>[\w-]{1,64}):(?:(?<callId>[\w-]{1,64})\.(?<side>[ab])|(?<ticket>[\w-]{1,64}))$/;

/**
 * Creates time-limited credentials: "<unix expiry>:<key>:<call>.<side>", or the ticket of a waiting user. The password
 * is sealed with the key.
 */
export function sealCredentials({ kid, secret }: RelayKey, holder: Holder, expiresAt: number): Credentials {
  const username = `${Math.floor(expiresAt / 1_000)}:${kid}:${nameOf(holder)}`;
  return { username, credential: passwordOf(username, secret) };
}

/** The holder's one name, the same in all its credentials. */
export function nameOf(holder: Holder): string {
  return holder.kind === 'side' ? `${holder.callId}.${holder.side}` : holder.ticket;
}

export function readUsername(text: string): Username | null {
  const { seconds, kid, callId, side, ticket } = USERNAME.exec(text)?.groups ?? {};
  if (seconds === undefined || kid === undefined) return null;
  const expiresAt = Number(seconds) * 1_000;
  if (ticket !== undefined) return { expiresAt, kid, holder: { kind: 'waiting', ticket } };
  if (callId === undefined) return null;
  return { expiresAt, kid, holder: { kind: 'side', callId, side: side === 'a' ? 'a' : 'b' } };
}

/** The key of MESSAGE-INTEGRITY for a user name sealed with this secret (RFC 8489 section 9.2.2). */
export function integrityKeyOf(username: string, secret: Uint8Array): Buffer {
  return longTermKey({ username, realm: REALM, password: passwordOf(username, secret) });
}

export function longTermKey({ username, realm, password }: Record<'username' | 'realm' | 'password', string>): Buffer {
  return createHash('md5').update(`${username}:${realm}:${password}`).digest();
}

function passwordOf(username: string, secret: Uint8Array): string {
  return createHmac('sha256', secret).update(username).digest('base64url');
}
