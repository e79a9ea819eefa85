import type { Clock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import type { PersonPresence } from '../platform/live/presence.ts';
import type { Stop } from '../platform/stop.ts';
import type { Wake } from './outgoing.ts';

interface GatheringOptions {
  clock: Clock;
  log: Log;
  here(userId: string): PersonPresence;
  flush(wakes: readonly Wake[]): Promise<void>;
}

/**
 * Collects pushes that may be sent a moment after the commit: all of a moment together, the last for each room and
 * kind.
 */
export interface Gathering {
  add(wakes: readonly Wake[]): void;
  settled(): Promise<void>;
  stop: Stop;
}

const GATHERED_MS = 200;

export function createGathering({ clock, log, here, flush }: GatheringOptions): Gathering {
  const gathered = new Map<string, Wake>();
  let flushing = Promise.resolve();
  let stopTimer: Stop | undefined;

  function flushAll(): void {
    stopTimer = undefined;
    const wakes = [...gathered.values()];
    gathered.clear();
    flushing = flush(wakes).catch((error: unknown) => log.warn({ err: error }, 'pushes could not be queued'));
  }

  return {
    add(wakes) {
      for (const wake of wakes) {
        if (here(wake.userId) === 'online') continue;
        gathered.set(`${wake.userId} ${wake.kind} ${wake.roomId}`, wake);
        stopTimer ??= clock.timer(GATHERED_MS, flushAll);
      }
    },
    settled: () => flushing,
    stop: () => stopTimer?.(),
  };
}
