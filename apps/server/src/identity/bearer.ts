import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Bearer } from '../platform/dispatcher.ts';
import type { ServerKey } from '../platform/keys.ts';

const payload = z.object({
  sub: z.string(),
  sid: z.string(),
  onb: z.boolean(),
  exp: z.int(),
  lvg: z.optional(z.literal(true)),
  pace: z.optional(z.literal('unlimited')),
});

/**
 * Returns `kid.payload.seal`, all base64url but the key id. The only algorithm is HMAC-SHA256; no field of the token
 * can name another.
 */
export function sealBearer(bearer: Bearer, { kid, secret }: ServerKey): string {
  const { userId: sub, sid, onboarded: onb, leaving: lvg, expiresAt: exp, pace } = bearer;
  const sealed = `${kid}.${Buffer.from(JSON.stringify({ sub, sid, onb, lvg, exp, pace })).toString('base64url')}`;
  return `${sealed}.${sealOf(sealed, secret).toString('base64url')}`;
}

/**
 * Returns the content of a token sealed with an accepted key; undefined for anything else. The caller checks
 * `expiresAt`.
 */
export function openBearer(token: string, secretOf: (kid: string) => Uint8Array | undefined): Bearer | undefined {
  const [kid, body, seal, ...rest] = token.split('.');
  if (!kid || !body || !seal || rest.length > 0) return undefined;
  const secret = secretOf(kid);
  if (secret === undefined) return undefined;
  const expected = sealOf(`${kid}.${body}`, secret);
  const given = Buffer.from(seal, 'base64url');
  // The second comparison rejects other base64url spellings of the same bytes: a token has one form.
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  if (expected.toString('base64url') !== seal) return undefined;
  const { sub, sid, onb, lvg, exp, pace } = payload.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
  return { userId: sub, sid, onboarded: onb, leaving: lvg, expiresAt: exp, pace };
}

function sealOf(sealed: string, secret: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(sealed).digest();
}
