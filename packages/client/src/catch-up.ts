import { FIXED } from '@yonder/contract';
import type { ClientClock, Stop } from './clock.ts';

/** Finds what was missed: calls `sync` with the application's state, and applies the answer. */
export type CatchUpHandler = () => Promise<void>;

export interface CatchUp {
  /** Runs now, or once more after the run under way. */
  run(): void;
  /** Ticks every 30 s ± 10 % until stopped. */
  start(onTick: () => void): Stop;
}

/** With it and the round trip, lost events are found within 35 s. */
const SPREAD = 0.1;

export function createCatchUp({ clock, handler }: { clock: ClientClock; handler: CatchUpHandler }): CatchUp {
  let state: 'resting' | 'running' | 'asked-again' = 'resting';

  async function runAll(): Promise<void> {
    do {
      state = 'running';
      // The handler shows its own errors; the next round repairs the state.
      await handler().catch(() => {});
    } while (askedAgain());
    state = 'resting';
  }
  const askedAgain = (): boolean => state === 'asked-again';

  function run(): void {
    if (state === 'resting') void runAll();
    else state = 'asked-again';
  }

  return {
    run,
    start(onTick) {
      let stopTimer: Stop;
      const arm = (): void => {
        const spread = 1 + SPREAD * (2 * clock.random() - 1);
        stopTimer = clock.timer(FIXED.syncEveryMs * spread, () => {
          arm();
          onTick();
        });
      };
      arm();
      return () => stopTimer();
    },
  };
}
