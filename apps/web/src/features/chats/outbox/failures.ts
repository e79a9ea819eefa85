import { CallError } from '@yonder/client';
import { isReason } from '@yonder/contract';
import type { Failure } from './machine.ts';

/** Used when the server names no time. */
const PATIENCE_MS = 5_000;

/** Only the server's verdict on the message itself is a refusal: every other error may pass. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof CallError)) return { kind: 'passing' };
  // Waiting frees no quota, and improves no words.
  if (error.reason === 'quota-exceeded' || error.reason === 'said-too-often')
    return { kind: 'refused', reason: error.reason };
  switch (error.code) {
    case 'resource-exhausted':
      return { kind: 'too-fast', ms: error.retryAfter === undefined ? PATIENCE_MS : error.retryAfter * 1_000 };
    case 'unavailable':
      return error.retryAfter === undefined ? { kind: 'passing' } : { kind: 'too-fast', ms: error.retryAfter * 1_000 };
    case 'deadline-exceeded':
    case 'cancelled':
    case 'aborted':
    // The session has ended: the same user may sign in again.
    case 'unauthenticated':
      return { kind: 'passing' };
    case 'internal':
      return { kind: 'broken' };
    default:
      return isReason(error.reason) ? { kind: 'refused', reason: error.reason } : { kind: 'refused' };
  }
}
