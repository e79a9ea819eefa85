import { createECDH, createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto';

/** Identifies the sender: the key browsers subscribe with, and the header push services check (RFC 8292). */
export interface Vapid {
  /** An uncompressed point of P-256, base64url. */
  publicKey: string;
  /** The Authorization header for one endpoint. */
  authorization(endpoint: string, now: number): string;
}

interface VapidOptions {
  /** 32 bytes: the private key. */
  secret: Buffer;
  /** The contact for push services: mailto: or https:. */
  subject: string;
}

const VALID_SECONDS = 12 * 3_600;

export function createVapid({ secret, subject }: VapidOptions): Vapid {
  const { publicKey, key } = keyPairOf(secret);
  return {
    publicKey,
    authorization(endpoint, now) {
      const aud = new URL(endpoint).origin;
      const claims = { aud, exp: Math.floor(now / 1_000) + VALID_SECONDS, sub: subject };
      const signed = `${encode({ typ: 'JWT', alg: 'ES256' })}.${encode(claims)}`;
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
    },
  };
}

/** One of four thousand million secrets is no private key of the curve: then its hash is used. */
function keyPairOf(secret: Buffer): { publicKey: string; key: KeyObject } {
  const pair = createECDH('prime256v1');
  try {
    pair.setPrivateKey(secret);
  } catch {
    return keyPairOf(createHash('sha256').update(secret).digest());
  }
  const point = pair.getPublicKey();
  const part = (from: number, to: number): string => point.subarray(from, to).toString('base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: part(1, 33),
    y: part(33, 65),
    d: pair.getPrivateKey().toString('base64url'),
  };
  return { publicKey: point.toString('base64url'), key: createPrivateKey({ key: jwk, format: 'jwk' }) };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
