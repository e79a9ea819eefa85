import { createHmac, timingSafeEqual } from 'node:crypto';
import { opaqueToken } from '../platform/ids.ts';
import type { ServerKeys } from '../platform/keys.ts';
import { TOKEN_KEYS } from './admission.ts';

/**
 * Values of session cookies. Their end proves that this server made them, so that forged ones are recognised without a
 * query.
 */
export interface SessionTokens {
  make(): string;
  /** False also for tokens older than the proofs, or made with an expired key. */
  isProven(token: string): boolean;
}

const HEAD_BYTES = 24;
const PROOF_BYTES = 8;

export function createSessionTokens(keys: Pick<ServerKeys, 'signing' | 'allAccepted'>): SessionTokens {
  const proofOf = (head: string, secret: Buffer): Buffer =>
    createHmac('sha256', secret).update(`session ${head}`).digest().subarray(0, PROOF_BYTES);

  return {
    make() {
      const head = opaqueToken(HEAD_BYTES);
      return head + proofOf(head, keys.signing(TOKEN_KEYS).secret).toString('base64url');
    },
    isProven(token) {
      const length = Math.ceil((HEAD_BYTES * 4) / 3);
      const head = token.slice(0, length);
      const proof = Buffer.from(token.slice(length), 'base64url');
      if (proof.length !== PROOF_BYTES) return false;
      return keys.allAccepted(TOKEN_KEYS).some(({ secret }) => timingSafeEqual(proof, proofOf(head, secret)));
    },
  };
}
