import { FIXED } from '@yonder/contract';
import type { Clock } from '../clock.ts';
import { DomainError } from '../errors.ts';
import type { Stop } from '../stop.ts';

/** Calls under way. A call that takes too long is refused; its work still runs to its end. */
export interface InFlight {
  /**
   * `waitedMs` skips queued calls, which may be old while nothing is wrong.
   * @throws DomainError 'took-too-long'
   */
  add<T>(work: Promise<T>, kind?: 'plain' | 'queued'): Promise<T>;
  /**
   * Resolves once every call now under way has ended. One that takes longer than `withinMs` is refused with
   * 'not-ready'.
   */
  settled(withinMs: number): Promise<void>;
  size(): number;
  /** Milliseconds since the nth oldest plain call began; 0: there are fewer. */
  waitedMs(nth: number): number;
}

/** An entry of a linked list in order of age: a Set of so many would be resized with every crowd. */
interface Underway {
  dueAt: number;
  settled: Promise<unknown>;
  kind: 'plain' | 'queued';
  refuse(error: DomainError): void;
  older: Underway | undefined;
  younger: Underway | undefined;
}

/** One timer, for the oldest call, serves them all: all have the same timeout. */
export function createInFlight(clock: Clock): InFlight {
  let oldest: Underway | undefined;
  let youngest: Underway | undefined;
  let size = 0;
  let stopTimer: Stop | undefined;

  function begin(call: Underway): void {
    if (youngest) youngest.younger = call;
    else oldest = call;
    youngest = call;
    size += 1;
    if (!stopTimer) arm();
  }

  /** False: it had ended already. */
  function end(call: Underway): boolean {
    const { older, younger } = call;
    if (call !== oldest && !older) return false;
    if (older) older.younger = younger;
    else oldest = younger;
    if (younger) younger.older = older;
    else youngest = older;
    call.older = call.younger = undefined;
    size -= 1;
    if (size === 0) disarm();
    return true;
  }

  function* fromOldest(): Generator<Underway> {
    for (let call = oldest; call;) {
      const { younger } = call;
      yield call;
      call = younger;
    }
  }

  function arm(): void {
    stopTimer = oldest && clock.timer(oldest.dueAt - clock.now(), refuseOverdue);
  }

  function disarm(): void {
    stopTimer?.();
    stopTimer = undefined;
  }

  function refuseOverdue(): void {
    for (const call of fromOldest()) {
      if (call.dueAt > clock.now()) break;
      end(call);
      call.refuse(new DomainError('took-too-long'));
    }
    arm();
  }

  return {
    add<T>(work: Promise<T>, kind: Underway['kind'] = 'plain') {
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const dueAt = clock.now() + FIXED.callTimeoutMs;
      const links = { older: youngest, younger: undefined };
      const call: Underway = { dueAt, settled: promise, kind, refuse: reject, ...links };
      begin(call);
      work.then(
        (result) => (end(call), resolve(result)),
        (error: unknown) => (end(call), reject(error)),
      );
      return promise;
    },
    async settled(withinMs) {
      const left = [...fromOldest()];
      const stop = clock.timer(withinMs, () => {
        for (const call of left) if (end(call)) call.refuse(new DomainError('not-ready'));
      });
      await Promise.allSettled(left.map((call) => call.settled));
      stop();
    },
    size: () => size,
    waitedMs(nth) {
      const plain = fromOldest().filter(({ kind }) => kind === 'plain');
      const [call] = size < nth ? [] : plain.drop(nth - 1);
      return call ? clock.now() + FIXED.callTimeoutMs - call.dueAt : 0;
    },
  };
}
