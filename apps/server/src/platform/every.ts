import type { Clock } from './clock.ts';
import type { Stop } from './stop.ts';

/** Runs `run` every `ms` until stopped. */
export function every(clock: Clock, ms: number, run: () => void): Stop {
  let stopTimer: Stop;
  const arm = (): void => {
    stopTimer = clock.timer(ms, () => {
      arm();
      run();
    });
  };
  arm();
  return () => stopTimer();
}
