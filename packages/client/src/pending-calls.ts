import type { ClientClock, Stop } from './clock.ts';
import { isOffline } from './page.ts';

/** The socket went away before the answer came: the outcome of the call is unknown. */
export class SocketLost extends Error {}

interface Pending {
  sentAt: number;
  promise: Promise<unknown>;
  resolve(result: unknown): void;
  reject(error: Error): void;
  stopWatching: Stop;
}

/** Calls on their way over one socket. */
export interface PendingCalls {
  /** Returns the answer that a call of this id already waits for. */
  find(id: string): Promise<unknown> | undefined;
  /** Runs `onSilence` when nothing at all arrived for 10 s after the call, or for 3 s without a network. */
  add(id: string, onSilence: () => void): Promise<unknown>;
  /** Call for every frame received. */
  heard(): void;
  /** Returns when the call was sent, or undefined when no call waits any more. */
  settle(id: string, outcome: { result: unknown } | { error: Error }): number | undefined;
  loseAll(): void;
}

const SILENCE_MS = 10_000;
/** A server on this machine answers without a network, too. */
const OFFLINE_SILENCE_MS = 3_000;

export function createPendingCalls(clock: ClientClock): PendingCalls {
  const calls = new Map<string, Pending>();
  let framesHeard = 0;

  function take(id: string): Pending | undefined {
    const call = calls.get(id);
    call?.stopWatching();
    calls.delete(id);
    return call;
  }

  return {
    find: (id) => calls.get(id)?.promise,
    add(id, onSilence) {
      const sentAt = clock.now();
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const heardBefore = framesHeard;
      const ifSilent = (run: () => void) => () => {
        if (framesHeard === heardBefore) run();
      };
      let stop = clock.timer(
        OFFLINE_SILENCE_MS,
        ifSilent(() => {
          if (isOffline()) onSilence();
          else stop = clock.timer(SILENCE_MS - OFFLINE_SILENCE_MS, ifSilent(onSilence));
        }),
      );
      calls.set(id, { sentAt, promise, resolve, reject, stopWatching: () => stop() });
      return promise;
    },
    heard() {
      framesHeard += 1;
    },
    settle(id, outcome) {
      const call = take(id);
      if ('error' in outcome) call?.reject(outcome.error);
      else call?.resolve(outcome.result);
      return call?.sentAt;
    },
    loseAll() {
      for (const id of Array.from(calls.keys())) take(id)?.reject(new SocketLost());
    },
  };
}
