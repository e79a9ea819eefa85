import type { Clock } from './clock.ts';

const EVERY_MS = 1_000;

/**
 * Limits a log line that unauthenticated callers can cause at will to one a second. `write` gets the number of times
 * since the last one.
 */
export function createSeldom(clock: Pick<Clock, 'now'>): (write: (times: number) => void) => void {
  let writtenAt = -Infinity;
  let times = 0;
  return (write) => {
    times += 1;
    if (clock.now() - writtenAt < EVERY_MS) return;
    write(times);
    writtenAt = clock.now();
    times = 0;
  };
}
