/*
 * Tells tabs that show a count that it may have changed. Each then asks for itself: counts differ from user to user.
 * However often counts change, no tab is told twice within a gap, and one node tells ten every 250 ms. So the questions
 * come no faster.
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
  /** The shortest time between two events to one tab. */
  gapMs: number;
}

export interface Telling {
  /** A count may differ now. */
  changed(): void;
  stop: Stop;
}

const CHANGED: LiveEvent = { name: 'counts.updated', data: {} };
/** A user that joins a queue is paired meanwhile, if there is a partner for them. */
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
