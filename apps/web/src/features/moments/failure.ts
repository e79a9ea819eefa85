import { CallError } from '@yonder/client';
import { errorText } from '../../lib/error-text.ts';

/** Why it failed; where the server knows no better, what failed. */
export function failureText(error: unknown, otherwise: string): string {
  const isSaid = error instanceof CallError && error.reason !== null && error.reason !== 'internal';
  return isSaid ? errorText(error) : otherwise;
}
