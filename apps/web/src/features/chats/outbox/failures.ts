import { CallError } from '@yonder/client';
import { isReason } from '@yonder/contract';
import type { Failure } from './machine.ts';

/** When the server names no time. */
const PATIENCE_MS = 5_000;

/** Only what the server has said of the message itself is a refusal: everything else may still come to a good end. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof CallError)) return { kind: 'passing' };
  // Waiting makes no room, and the same words no better.
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
    // The session has ended: whoever comes back as the same person goes on.
    case 'unauthenticated':
      return { kind: 'passing' };
    case 'internal':
      return { kind: 'broken' };
    default:
      return isReason(error.reason) ? { kind: 'refused', reason: error.reason } : { kind: 'refused' };
  }
}
