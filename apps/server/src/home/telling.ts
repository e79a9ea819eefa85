/*
 * Tabs that show what is counted hear that it may be another, and ask: each counts for its own person. However often it
 * changes and however many look, they are told at a pace: nobody twice within a gap, and by one node ten every quarter of a
 * second, so that their questions come no faster.
 *
 *   quiet ──change──► soon ──500 ms, and the gap is over──► telling ──all are told──► quiet
 *                      ▲                                        │ it changed meanwhile
 *                      └────────────────────────────────────────┘
 */
import type { LiveEvent } from '@yonder/contract';
import type { Clock } from '../platform/clock.ts';
import type { Live } from '../platform/live.ts';
import type { Stop } from '../platform/stop.ts';

export interface TellingOptions {
  clock: Clock;
  live: Pick<Live, 'tellHere' | 'followers'>;
  of: 'home' | 'nearby';
  /** Between two times that a tab is told. */
  gapMs: number;
}

export interface Telling {
  /** Something may be counted otherwise. */
  changed(): void;
  stop: Stop;
}

const CHANGED: LiveEvent = { name: 'counts.updated', data: {} };
/** Who joins a queue is paired meanwhile, if there is somebody for them. */
const SOON_MS = 500;
const STEP_MS = 250;
const TOLD_A_STEP = 10;

export function createTelling({ clock, live, of, gapMs }: TellingOptions): Telling {
  let phase: 'quiet' | 'soon' | 'telling' = 'quiet';
  let again: 'yes' | 'no' = 'no';
  let toldAt = -Infinity;
  let stopTimer: Stop = () => {};

  function soon(): void {
    phase = 'soon';
    again = 'no';
    stopTimer = clock.timer(Math.max(SOON_MS, toldAt + gapMs - clock.now()), () => {
      phase = 'telling';
      toldAt = clock.now();
      tell(live.followers({ kind: 'counts', of }));
    });
  }

  function tell(tabs: ReturnType<Live['followers']>): void {
    for (const { userId, tab } of tabs.slice(0, TOLD_A_STEP)) live.tellHere(userId, CHANGED, { tab });
    const rest = tabs.slice(TOLD_A_STEP);
    if (rest.length > 0) stopTimer = clock.timer(STEP_MS, () => tell(rest));
    else if (again === 'yes') soon();
    else phase = 'quiet';
  }

  return {
    changed() {
      if (phase === 'quiet') soon();
      else if (phase === 'telling') again = 'yes';
    },
    stop: () => stopTimer(),
  };
}
