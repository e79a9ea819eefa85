import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage and returns memory to the system; blocks the process for some 50 ms. V8 does so by itself only when
 * it needs more, so an idle server would keep what its start took.
 */
export function collectGarbage(): void {
  // Only a context created after the flag is set has `gc`.
  setFlagsFromString('--expose-gc');
  runInNewContext(`gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })`);
  setFlagsFromString('--no-expose-gc');
}

/**
 * Makes V8 collect a heap once it holds four times what was in use last time, in all threads, from the next collection
 * on. Otherwise V8, after memory was returned, collects every few megabytes: under load twice a second, some 30 ms each
 * (docs/decisions/0043).
 */
export function collectSeldom(): void {
  setFlagsFromString('--heap-growing-percent=300');
}
