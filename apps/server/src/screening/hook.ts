import type { Reason } from '@yonder/contract';
import * as z from 'zod/mini';
import { DomainError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

/** Somebody else's judgement, asked over HTTP. */
export interface Hook {
  url: string;
  /** Sent as a bearer. */
  token: string | null;
  /** open: without an answer everything goes through. closed: nothing does. */
  fails: 'open' | 'closed';
}

export type Verdict = 'allow' | 'review';

const PATIENCE_MS = 800;
const answer = z.object({ verdict: z.enum(['allow', 'block', 'review']) });

/**
 * Follows no redirect: the address is the operator's, and stays it.
 * @throws DomainError of the given reason where the answer is no; 'busy' where there is none and the hook fails closed.
 */
export async function askHook(
  { url, token, fails }: Hook,
  { question, refusal, log }: { question: unknown; refusal: Reason; log: Log },
): Promise<Verdict> {
  const verdict = await answered(async () => {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(question),
    });
    if (!response.ok) throw new Error(`the answer was ${response.status}`);
    return answer.parse(await response.json()).verdict;
  }, log);
  if (verdict === 'block') throw new DomainError(refusal);
  if (verdict !== undefined) return verdict;
  if (fails === 'closed') throw new DomainError('busy');
  return 'allow';
}

/** What was asked is never logged. */
async function answered<T>(ask: () => Promise<T>, log: Log): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    log.warn({ why: error instanceof Error ? error.message : String(error) }, 'a hook gave no answer');
    return undefined;
  }
}
