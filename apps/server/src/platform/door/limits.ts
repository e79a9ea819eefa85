import type { Rate } from '@yonder/contract';
import type { Clock } from '../clock.ts';
import type { Database } from '../database.ts';
import { DomainError } from '../errors.ts';
import { every } from '../every.ts';
import type { Log } from '../log.ts';
import type { Stop } from '../stop.ts';
import { createBuckets, type Draw } from './buckets.ts';

export interface Limits {
  /**
   * On the only node a sliced limit lets the first call of a key in a minute through on credit, without waiting.
   * Several nodes would each let one more through than there are tokens.
   * Undefined: it was taken at once.
   * @throws DomainError 'too-many-requests' with the seconds to wait.
   */
  take(key: Key, rate: Rate): Promise<void> | undefined;
  /** Deletes idle keys every minute until stopped. */
  start(): Stop;
}

/** `what` comes first because it has few values: their maps stay. */
export type Key = readonly [what: string, whose: string];

/** This node's share of a bucket. */
interface Slice {
  tokens: number;
  /** How many tokens the next draw asks for; doubles while slices are used up at once. */
  size: number;
  drawnAt: number;
  usedAt: number;
  /** Calls let through before the first draw, which pays for them. */
  owed: number;
  /** No draw before then can succeed. */
  refusedUntil: number;
  drawing: Promise<void> | undefined;
}

const LARGEST_SLICE = 8;
/** Tokens held longer are dropped, lest they add to a bucket that has refilled since. */
const SLICE_LIFE_MS = 1_000;
const SWEEP_EVERY_MS = 60_000;

interface LimitsOptions {
  database: Database;
  clock: Clock;
  log: Log;
  nodes: 'one' | 'several';
}

export function createLimits({ database, clock, log, nodes }: LimitsOptions): Limits {
  const buckets = createBuckets(database);
  /** By the two parts of their key. */
  const slices = new Map<string, Map<string, Slice>>();

  function slicesOf(what: string): Map<string, Slice> {
    const known = slices.get(what);
    if (known) return known;
    const made = new Map<string, Slice>();
    slices.set(what, made);
    return made;
  }

  function take([what, whose]: Key, rate: Rate): Promise<void> | undefined {
    const now = clock.now();
    const known = slicesOf(what);
    let slice = known.get(whose);
    if (!slice) {
      slice = emptySlice(now);
      known.set(whose, slice);
      if (rate.kind === 'sliced' && nodes === 'one') {
        slice.owed = 1;
        return undefined;
      }
    }
    slice.usedAt = now;
    return takeHeld(slice, now) ? undefined : drawAndTake(slice, `${what} ${whose}`, rate);
  }

  async function drawAndTake(slice: Slice, key: string, rate: Rate): Promise<void> {
    do {
      const now = clock.now();
      if (slice.refusedUntil > now) throw tooMany(slice.refusedUntil - now);
      slice.drawing ??= refill(slice, key, rate).finally(() => (slice.drawing = undefined));
      await slice.drawing;
    } while (!takeHeld(slice, clock.now()));
  }

  async function refill(slice: Slice, key: string, rate: Rate): Promise<void> {
    const { size, owed } = slice;
    const wanted = rate.kind === 'strict' ? 1 : Math.min(size + owed, LARGEST_SLICE, rate.burst);
    const { granted, waitMs } = await draw({ key, rate, wanted, now: new Date(clock.now()) });
    Object.assign(slice, {
      tokens: Math.max(0, granted - owed),
      owed: Math.max(0, owed - granted),
      size: size * 2,
      drawnAt: clock.now(),
      refusedUntil: clock.now() + waitMs,
    });
  }

  /** When the database fails, a strict limit refuses, and a sliced one lets a slice at a time through. */
  async function draw(wish: Draw): Promise<{ granted: number; waitMs: number }> {
    try {
      return await buckets.draw(wish);
    } catch (error) {
      if (wish.rate.kind === 'strict') throw error;
      log.warn({ err: error }, 'a rate limit let through because the database did not answer');
      return { granted: wish.wanted, waitMs: 0 };
    }
  }

  function sweep(): void {
    const idleSince = clock.now() - SWEEP_EVERY_MS;
    for (const known of slices.values()) {
      for (const [whose, slice] of known)
        if (Math.max(slice.usedAt, slice.refusedUntil) < idleSince) known.delete(whose);
    }
    void buckets.forget(new Date(clock.now())).catch((error: unknown) => {
      log.warn({ err: error }, 'full rate buckets could not be forgotten');
    });
  }

  return { take, start: () => every(clock, SWEEP_EVERY_MS, sweep) };
}

/** False: this node holds no token. */
function takeHeld(slice: Slice, now: number): boolean {
  if (now - slice.drawnAt >= SLICE_LIFE_MS) {
    slice.tokens = 0;
    slice.size = 1;
  }
  if (slice.tokens === 0) return false;
  slice.tokens -= 1;
  return true;
}

function emptySlice(usedAt: number): Slice {
  return { tokens: 0, size: 1, drawnAt: 0, usedAt, owed: 0, refusedUntil: 0, drawing: undefined };
}

function tooMany(waitMs: number): DomainError {
  return new DomainError('too-many-requests', { retryAfter: Math.ceil(waitMs / 1_000) });
}
