import type { Reason } from '@yonder/contract';
import * as z from 'zod/mini';
import { DomainError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';

/** An external judgement, asked over HTTP. */
export interface Hook {
  url: string;
  /** Sent as a bearer token. */
  token: string | null;
  /** open: without an answer all texts and pictures pass. closed: none does. */
  fails: 'open' | 'closed';
}

export type Verdict = 'allow' | 'review';

const PATIENCE_MS = 800;
const answer = z.object({ verdict: z.enum(['allow', 'block', 'review']) });

/**
 * Follows no redirect, so that only the operator's address is asked.
 * @throws DomainError of the given reason if the answer is no; 'busy' without one if the hook fails closed.
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

/** Never logs the question. */
async function answered<T>(ask: () => Promise<T>, log: Log): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    log.warn({ why: error instanceof Error ? error.message : String(error) }, 'a hook gave no answer');
    return undefined;
  }
}
