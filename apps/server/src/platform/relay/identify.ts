/* Authenticates a request: long-term credentials (RFC 8489 section 9.2) that are limited in time and to one call. */
import type { Client } from './allocations.ts';
import { integrityKeyOf, readUsername, REALM, type RelayKey } from './credentials.ts';
import { createNonces } from './nonces.ts';
import type { OpenCalls } from './open-calls.ts';
import type { ErrorCode, Known } from './requests.ts';
import { ATTRIBUTE, isSignedWith, valueOf, type Attribute, type StunMessage } from './stun.ts';

export type Identified =
  | { kind: 'known'; known: Known; key: Buffer }
  /** The usual first request: it is answered with the challenge to sign. */
  | { kind: 'newcomer'; challenge: readonly Attribute[] }
  | { kind: 'refused'; code: ErrorCode; attributes: readonly Attribute[] };

export interface Identify {
  (message: StunMessage, client: Client, now: number): Identified;
}

interface IdentifyOptions {
  keyOf(kid: string): RelayKey | undefined;
  openCalls: Pick<OpenCalls, 'seatOf'>;
}

export function createIdentify({ keyOf, openCalls }: IdentifyOptions): Identify {
  const nonces = createNonces();

  return (message, client, now) => {
    const nonce = nonces.of(`${client.address} ${client.port}`, now);
    const challenge = [
      { type: ATTRIBUTE.realm, value: Buffer.from(REALM) },
      { type: ATTRIBUTE.nonce, value: Buffer.from(nonce) },
    ];
    const refused = (code: ErrorCode, attributes: Attribute[] = []): Identified => ({
      kind: 'refused',
      code,
      attributes,
    });
    if (message.integrity === null) return { kind: 'newcomer', challenge };
    const textOf = (type: number): string | undefined => valueOf(message, type)?.toString();
    const [username, realm, given] = [ATTRIBUTE.username, ATTRIBUTE.realm, ATTRIBUTE.nonce].map(textOf);
    if (username === undefined || realm === undefined || given === undefined) return refused(400);
    if (given !== nonce) return refused(438, challenge);
    const user = readUsername(username);
    const sealedWith = user && keyOf(user.kid);
    if (!user || !sealedWith || user.expiresAt <= now) return refused(401, challenge);
    const key = integrityKeyOf(username, sealedWith.secret);
    if (!isSignedWith(message, key)) return refused(401, challenge);
    const { holder, expiresAt } = user;
    const seat = openCalls.seatOf(holder, now);
    if (seat === 'refused') return refused(401, challenge);
    return { kind: 'known', known: { client, username, holder, seat, expiresAt }, key };
  };
}
