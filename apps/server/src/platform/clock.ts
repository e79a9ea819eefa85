import { performance } from 'node:perf_hooks';
import type { Stop } from './stop.ts';

/**
 * The platform's time: the database's, so a node with a wrong clock does no harm. When the database's time jumps, the
 * nodes store a correction that all of them add.
 */
export interface Clock {
  /** Whole milliseconds since the epoch; never runs backwards. */
  now(): number;
  timer(ms: number, run: () => void): Stop;
}

export interface DatabaseClock extends Clock {
  /** Reads the database's time once. Rejects when the database does not answer. */
  measure(): Promise<void>;
  /** Measures every 10 s until stopped. */
  start(): Stop;
}

interface DatabaseClockOptions {
  /** The database's time plus the stored correction, in milliseconds since the epoch. */
  readTime(): Promise<number>;
  /**
   * Stores a correction for a jump, for all nodes, unless another node has. `expected` returns the time without the
   * jump.
   */
  correct(expected: () => number): Promise<void>;
  onFailure(error: unknown): void;
}

const MEASURE_EVERY_MS = 10_000;
/** The best sample is off by at most half its round trip, so the shortest of a few counts. */
const SAMPLES = 3;
/** Larger than any drift between two measurements. */
export const JUMP_MS = 1_000;
/** A machine that slept longer than this takes the new time and corrects no jump forward. */
const LONGEST_JUMP_MS = 300_000;
/** Node fires a longer timeout at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Starts from the machine's own clock; `measure` then moves it to the database's. */
export function createDatabaseClock({ readTime, correct, onFailure }: DatabaseClockOptions): DatabaseClock {
  let offset = performance.timeOrigin;
  let last = 0;

  /** corrected: this node corrected a jump forward at the last measurement. */
  let state: 'not measured' | 'steady' | 'corrected' = 'not measured';

  async function sample(): Promise<{ roundTrip: number; offset: number }> {
    let best = { roundTrip: Infinity, offset };
    for (let i = 0; i < SAMPLES; i++) {
      const sent = performance.now();
      const time = await readTime();
      const received = performance.now();
      const roundTrip = received - sent;
      if (roundTrip < best.roundTrip) best = { roundTrip, offset: time - (sent + roundTrip / 2) };
    }
    return best;
  }

  async function measure(): Promise<void> {
    const sampled = await sample();
    const jump = sampled.offset - offset;
    const isJump = Math.abs(jump) > JUMP_MS + sampled.roundTrip && jump < LONGEST_JUMP_MS;
    // A second jump forward, right after a correction, means another node disagrees: this machine has slept.
    const isOwn = jump > 0 && state === 'corrected';
    if (isJump && !isOwn && state !== 'not measured') {
      await correct(() => performance.now() + offset);
      state = jump > 0 ? 'corrected' : 'steady';
      offset = (await sample()).offset;
      return;
    }
    state = 'steady';
    offset = sampled.offset;
  }

  return {
    now() {
      last = Math.max(last, Math.floor(performance.now() + offset));
      return last;
    },
    timer: systemTimer,
    measure,
    start() {
      const timer = setInterval(() => void measure().catch(onFailure), MEASURE_EVERY_MS).unref();
      return () => clearInterval(timer);
    },
  };
}

function systemTimer(ms: number, run: () => void): Stop {
  const timer = setTimeout(run, Math.min(Math.max(ms, 0), LONGEST_TIMEOUT_MS)).unref();
  return () => clearTimeout(timer);
}
