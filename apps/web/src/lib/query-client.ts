import { onlineManager, QueryClient } from '@tanstack/react-query';
import { CallError } from '@yonder/client';
import { FIXED } from '@yonder/contract';

const { retries, firstRetryMs, maxRetryMs, freshMs, unusedMs, mutationRetries } = FIXED.query;

/** Codes of failures that may pass. No answer at all counts as unavailable. All others would be refused again. */
const PASSING: ReadonlySet<string> = new Set(['unavailable', 'deadline-exceeded', 'internal']);

/** Whether the server was not reached or could not answer. */
export function isPassing(error: unknown): boolean {
  return error instanceof CallError && PASSING.has(error.code);
}

/** failures: number of failures before this error. */
export function shouldRetry(most: number, failures: number, error: unknown): boolean {
  if (failures >= most) return false;
  if (!(error instanceof CallError)) return error instanceof TypeError;
  return PASSING.has(error.code) || waitOf(error) !== null;
}

/** 1, 2, 4 … at most 30 s, unless the server says how long. */
export function retryDelay(failures: number, error: unknown): number {
  const wait = error instanceof CallError ? waitOf(error) : null;
  return wait ?? Math.min(firstRetryMs * 2 ** failures, maxRetryMs);
}

function waitOf({ code, retryAfter }: CallError): number | null {
  const isPatient = code === 'resource-exhausted' || code === 'unavailable';
  return isPatient && retryAfter !== undefined ? retryAfter * 1_000 : null;
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a network a query fails at once, visibly, instead of waiting; failed queries are repeated on return.
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => onlineManager.isOnline() && shouldRetry(retries, failures, error),
      retryDelay,
      staleTime: freshMs,
      gcTime: unusedMs,
      refetchOnWindowFocus: false,
    },
    mutations: {
      networkMode: 'always',
      retry: (failures, error) => shouldRetry(mutationRetries, failures, error),
      retryDelay,
    },
  },
});
