import { performance } from 'node:perf_hooks';
import type { Stop } from './stop.ts';

/** The platform's time: the database's, so that a node whose own clock is wrong does no harm. */
export interface Clock {
  /** Whole milliseconds since the epoch; never runs backwards. */
  now(): number;
  timer(ms: number, run: () => void): Stop;
}

export interface DatabaseClock extends Clock {
  /** Asks the database for its time once. Rejects when the database does not answer. */
  measure(): Promise<void>;
  /** Measures every 10 s until stopped. */
  start(): Stop;
}

interface DatabaseClockOptions {
  /** The database's time in milliseconds since the epoch. */
  readTime(): Promise<number>;
  onFailure(error: unknown): void;
}

const MEASURE_EVERY_MS = 10_000;
/** The shortest of a few round trips bounds the error of its half best. */
const SAMPLES = 3;
/** Node fires a longer timeout at once. */
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;

/** Starts from the machine's own clock; `measure` then moves it to the database's. */
export function createDatabaseClock({ readTime, onFailure }: DatabaseClockOptions): DatabaseClock {
  let offset = performance.timeOrigin;
  let last = 0;

  async function measure(): Promise<void> {
    let best = { roundTrip: Infinity, offset };
    for (let i = 0; i < SAMPLES; i++) {
      const sent = performance.now();
      const time = await readTime();
      const received = performance.now();
      const roundTrip = received - sent;
      if (roundTrip < best.roundTrip) best = { roundTrip, offset: time - (sent + roundTrip / 2) };
    }
    offset = best.offset;
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
