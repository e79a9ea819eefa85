import { CallError } from '@yonder/client';
import { errorText } from '../../lib/error-text.ts';

/** The reason of a failure; `otherwise` when the server gives none. */
export function failureText(error: unknown, otherwise: string): string {
  const isSaid = error instanceof CallError && error.reason !== null && error.reason !== 'internal';
  return isSaid ? errorText(error) : otherwise;
}
