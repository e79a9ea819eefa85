import { FIXED } from '@yonder/contract';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import type { ObjectStore } from './object-store.ts';
import { forget, listToErase, postponeErasure, type Doomed } from './rows.ts';

/** Deletes the bytes of given-up files, then frees their owners' quota. Also deletes half-written objects. */
export interface Eraser {
  /** Call once the transaction that gave up a file has committed. */
  wake(): void;
  /** Resolves when nothing due is left, except what the store failed to delete. */
  settled(): Promise<void>;
  start(): Stop;
}

interface EraserOptions {
  database: Database;
  objects: ObjectStore;
  clock: Clock;
  log: Log;
}

/** Picks up missed work: a dead node's, or deletions that failed a minute ago. */
const LOOK_EVERY_MS = 5_000;
const AT_ONCE = 50;
const AGAIN_AFTER_MS = 60_000;
const SWEEP_EVERY_MS = 3_600_000;

/**
 * Runs outside every transaction, because a slow store would prolong its locks. Bytes go first: a row without bytes is
 * found again, bytes without a row never are. Two nodes may safely delete the same bytes.
 */
export function createEraser({ database, objects, clock, log }: EraserOptions): Eraser {
  let working: Promise<void> | undefined;
  let wanted: 'again' | 'enough' = 'enough';

  async function eraseAll(): Promise<void> {
    for (;;) {
      wanted = 'enough';
      const due = await listToErase(database.read, { now: new Date(clock.now()), limit: AT_ONCE });
      await Promise.all(due.map(erase));
      if (due.length < AT_ONCE && wanted === 'enough') return;
    }
  }

  async function erase({ path, thumbPath }: Doomed): Promise<void> {
    try {
      await Promise.all([path, ...(thumbPath === null ? [] : [thumbPath])].map((one) => objects.delete(one)));
      await database.transaction((tx) => forget(tx, path));
    } catch (error) {
      log.warn({ err: error }, 'the object store would not delete; tried again in a minute');
      await postponeErasure(database.read, path, new Date(clock.now() + AGAIN_AFTER_MS));
    }
  }

  function wake(): void {
    wanted = 'again';
    working ??= eraseAll()
      .catch((error: unknown) => log.error({ err: error }, 'what to erase could not be read'))
      .finally(() => {
        working = undefined;
        // Woken since the last query.
        if (wanted === 'again') wake();
      });
  }

  function sweep(): void {
    objects
      .sweep(new Date(clock.now() - FIXED.uploadTimeoutMs))
      .catch((error: unknown) => log.warn({ err: error }, 'what was left half written could not be deleted'));
  }

  return {
    wake,
    settled: async () => working,
    start() {
      sweep();
      const stops = [every(clock, LOOK_EVERY_MS, wake), every(clock, SWEEP_EVERY_MS, sweep)];
      return () => stops.forEach((stop) => stop());
    },
  };
}
