import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../platform/clock.ts';
import type { Stop } from '../platform/stop.ts';

export interface ManualClock extends Clock {
  /**
   * Moves the time and fires the timers that fall due, earliest first, each at its own time. Between
   * two timers pending promises get a turn, so a timer that re-arms itself keeps its rhythm.
   */
  advance(ms: number): Promise<void>;
  /** Moves the time at once. Each timer that falls due fires once, at the new time, earliest first. */
  leap(ms: number): Promise<void>;
  /** When the next timer falls due; Infinity: none waits. */
  nextDue(): number;
  /** How many timers wait. A loop that works and then sleeps is done with its work once it is armed again. */
  armed(): number;
}

interface Timer {
  due: number;
  run: () => void;
}

/** Where tests begin; the template database has its partitions made from here. */
export const TEST_START = Date.UTC(2026, 5, 15, 12);

/** More than any test has at one time; without a limit a timer that re-arms itself at its own time hangs it. */
const MOST_FIRED = 100_000;

export function createManualClock(start = TEST_START): ManualClock {
  let time = start;
  let timers: Timer[] = [];

  function takeNext(until: number): Timer | undefined {
    const next = timers.reduce<Timer | undefined>(
      (first, timer) => (first && first.due <= timer.due ? first : timer),
      undefined,
    );
    if (!next || next.due > until) return undefined;
    timers = timers.filter((timer) => timer !== next);
    return next;
  }

  return {
    now: () => time,
    timer(ms: number, run: () => void): Stop {
      if (ms <= 0) return soon(run);
      const timer = { due: time + ms, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    async advance(ms) {
      const until = time + ms;
      let fired = 0;
      for (let next = takeNext(until); next; next = takeNext(until)) {
        fired = next.due > time ? 1 : fired + 1;
        if (fired > MOST_FIRED) throw new Error(`${MOST_FIRED} timers fire at one time: one re-arms itself at once`);
        time = next.due;
        next.run();
        await turn();
      }
      time = until;
    },
    async leap(ms) {
      time += ms;
      const due = timers.filter((timer) => timer.due <= time).toSorted((one, other) => one.due - other.due);
      timers = timers.filter((timer) => timer.due > time);
      for (const { run } of due) {
        run();
        await turn();
      }
    },
    nextDue: () => Math.min(...timers.map(({ due }) => due)),
    armed: () => timers.length,
  };
}

/** What is due already waits for no advance. */
function soon(run: () => void): Stop {
  const pending = setImmediate(run);
  return () => clearImmediate(pending);
}
