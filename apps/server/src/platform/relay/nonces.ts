import { createHmac, randomBytes } from 'node:crypto';

export interface Nonces {
  /** The one nonce that counts for a client at this time. */
  of(client: string, now: number): string;
}

const LIFETIME_MS = 600_000;
/** Short, so that an answer to a stranger stays short; 72 bits are no less than anybody can guess. */
const LENGTH = 12;

/** Nothing is remembered: a nonce is made again from the client's address and the time. */
export function createNonces(secret: Buffer = randomBytes(32)): Nonces {
  return {
    of: (client, now) =>
      createHmac('sha256', secret)
        .update(`${Math.floor(now / LIFETIME_MS)} ${client}`)
        .digest('base64url')
        .slice(0, LENGTH),
  };
}
