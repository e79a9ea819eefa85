import type { Clock } from './clock.ts';

interface Answer<T> {
  promised: Promise<T>;
  /** Infinity while it is pending. */
  until: number;
}

/**
 * Caches the answer to a question any caller may ask at will. All share the pending answer, or the last one until it is
 * `ms` old. A failure is cached, too.
 */
export function askedOnce<T>(clock: Pick<Clock, 'now'>, ms: number, ask: () => Promise<T>): () => Promise<T> {
  let last: Answer<T> | undefined;
  return () => {
    const now = clock.now();
    if (last && now < last.until) return last.promised;
    const answer: Answer<T> = {
      promised: ask().finally(() => (answer.until = now + ms)),
      until: Infinity,
    };
    last = answer;
    return answer.promised;
  };
}
