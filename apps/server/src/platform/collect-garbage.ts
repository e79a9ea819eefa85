import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage and gives the memory back to the machine, in some 50 ms during which nothing else is done. V8 does so by
 * itself only when more is needed: what it took to start would stay for as long as nobody comes.
 */
export function collectGarbage(): void {
  // Of the contexts there are, only one that is made afterwards has the function.
  setFlagsFromString('--expose-gc');
  runInNewContext(`gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })`);
  setFlagsFromString('--no-expose-gc');
}

/**
 * From the next collection on the heap is collected once it holds four times what was in use the last time, in all threads
 * of the process. Where some was given back before, V8 by itself does so every few megabytes: a crowd then waits for it
 * twice a second, some 30 ms each time (docs/decisions/0043).
 */
export function collectSeldom(): void {
  setFlagsFromString('--heap-growing-percent=300');
}
