import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { ServerKeys } from '../platform/keys.ts';

/** The purpose of the server keys that sign addresses. */
export const MEDIA_KEYS = 'media';

/** One file, for one user, for a while. */
export interface Ticket {
  path: string;
  /** evidence: the whole file, even once withdrawn, for a moderator. */
  part: 'whole' | 'thumb' | 'evidence';
  userId: string;
  /** Milliseconds since the epoch; the caller of `read` checks it. */
  expiresAt: number;
}

export interface Addresses {
  sign(ticket: Ticket): string;
  /** Verifies and parses the last part of an address; undefined unless our keys signed it. */
  read(token: string): Ticket | undefined;
}

const contents = z.tuple([z.string(), z.enum(['whole', 'thumb', 'evidence']), z.string(), z.int()]);

/** `/api/v1/media/` and `key.contents.signature`, each base64url but the key's name. HMAC-SHA256 and nothing else. */
export function createAddresses(keys: Pick<ServerKeys, 'signing' | 'accepted'>): Addresses {
  return {
    sign({ path, part, userId, expiresAt }) {
      const { kid, secret } = keys.signing(MEDIA_KEYS);
      const body = Buffer.from(JSON.stringify([path, part, userId, expiresAt])).toString('base64url');
      return `/api/v1/media/${kid}.${body}.${signatureOf(`${kid}.${body}`, secret)}`;
    },
    read(token) {
      const [kid, body, signature, ...rest] = token.split('.');
      if (!kid || !body || !signature || rest.length > 0) return undefined;
      const key = keys.accepted(MEDIA_KEYS, kid);
      if (key === undefined || !isSame(signature, signatureOf(`${kid}.${body}`, key.secret))) return undefined;
      const [path, part, userId, expiresAt] = contents.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
      return { path, part, userId, expiresAt };
    },
  };
}

function signatureOf(signed: string, secret: Uint8Array): string {
  return createHmac('sha256', secret).update(signed).digest('base64url');
}

/** Compares the encoded text: another encoding of the same bytes is no signature. */
function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one, 'latin1'), Buffer.from(other, 'latin1'));
}
