import { FIXED } from '@yonder/contract';
import type { Clock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import type { Stop } from '../stop.ts';

/** Calls under way. One that takes too long is refused; what it began still ends by itself. */
export interface InFlight {
  /** @throws DomainError 'took-too-long' */
  add<T>(work: Promise<T>): Promise<T>;
  /** Resolves once none is left of those that are under way now: whichever takes longer than this is refused with 'not-ready'. */
  settled(withinMs: number): Promise<void>;
  size(): number;
  /** Milliseconds since the nth oldest began; 0: there are fewer. */
  waitedMs(nth: number): number;
}

interface Underway {
  dueAt: number;
  settled: Promise<unknown>;
  refuse(error: DomainError): void;
}

/** All have the same time, so one timer for the oldest serves them all. */
export function createInFlight(clock: Clock): InFlight {
  /** Oldest first. */
  const underway = new Set<Underway>();
  let stopTimer: Stop | undefined;

  function arm(): void {
    const [oldest] = underway;
    stopTimer = oldest && clock.timer(oldest.dueAt - clock.now(), refuseOverdue);
  }

  function refuseOverdue(): void {
    for (const call of underway) {
      if (call.dueAt > clock.now()) break;
      underway.delete(call);
      call.refuse(new DomainError('took-too-long'));
    }
    arm();
  }

  return {
    add<T>(work: Promise<T>) {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const call = { dueAt: clock.now() + FIXED.callTimeoutMs, settled: promise, refuse: reject };
      underway.add(call);
      if (!stopTimer) arm();
      const end = (): void => {
        underway.delete(call);
        if (underway.size > 0) return;
        stopTimer?.();
        stopTimer = undefined;
      };
      work.then(
        (result) => (end(), resolve(result)),
        (error: unknown) => (end(), reject(error)),
      );
      return promise;
    },
    async settled(withinMs) {
      const left = [...underway];
      const stop = clock.timer(withinMs, () => {
        for (const call of left) if (underway.delete(call)) call.refuse(new DomainError('not-ready'));
      });
      await Promise.allSettled(left.map((call) => call.settled));
      stop();
    },
    size: () => underway.size,
    waitedMs(nth) {
      const [call] = underway.size < nth ? [] : underway.values().drop(nth - 1);
      return call ? clock.now() + FIXED.callTimeoutMs - call.dueAt : 0;
    },
  };
}
