import { CallError, type Client } from '@yonder/client';
import type { Sent } from './media/delivery.ts';

/** What a call needs of the client. */
export type Wire = Pick<Client, 'call' | 'live' | 'serverNow'>;

/** Refusals that stay the same, however often repeated. */
const FINAL = new Set<CallError['code']>([
  'invalid-argument',
  'failed-precondition',
  'not-found',
  'permission-denied',
  'unauthenticated',
  'unimplemented',
]);

export function isFinal(error: unknown): boolean {
  return !(error instanceof CallError) || FINAL.has(error.code);
}

/** Wraps a call to repeat: rejects as long as repeating may help. */
export async function sent(calling: Promise<unknown>): Promise<Sent> {
  try {
    await calling;
    return 'delivered';
  } catch (error) {
    if (isFinal(error)) return 'refused';
    throw error;
  }
}

export function reasonOf(error: unknown): CallError['reason'] {
  return error instanceof CallError ? error.reason : null;
}
