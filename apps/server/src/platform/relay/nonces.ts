import { createHmac, randomBytes } from 'node:crypto';

export interface Nonces {
  /** The one nonce that is valid for a client at this time. */
  of(client: string, now: number): string;
}

const LIFETIME_MS = 600_000;
/** Short, so that an answer to a stranger stays short; 72 bits cannot be guessed. */
const LENGTH = 12;

/** Stores nothing: a nonce is derived from the client's address and the time. */
export function createNonces(secret: Buffer = randomBytes(32)): Nonces {
  return {
    of: (client, now) =>
      createHmac('sha256', secret)
        .update(`${Math.floor(now / LIFETIME_MS)} ${client}`)
        .digest('base64url')
        .slice(0, LENGTH),
  };
}
