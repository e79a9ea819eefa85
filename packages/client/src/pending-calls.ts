import type { ClientClock, Stop } from './clock.ts';
import { isOffline } from './page.ts';

/** The socket went away before the answer came: what became of the call is not known. */
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
  /** The answer a call of that id waits for already. */
  find(id: string): Promise<unknown> | undefined;
  /** Runs `onSilence` when nothing at all was heard for 10 s after the question, or for 3 s without a network. */
  add(id: string, onSilence: () => void): Promise<unknown>;
  /** Anything came in. */
  heard(): void;
  /** Answers when the question was sent, or undefined when nobody waits for it any more. */
  settle(id: string, outcome: { result: unknown } | { error: Error }): number | undefined;
  loseAll(): void;
}

const SILENCE_MS = 10_000;
/** A server on this very machine answers all the same. */
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
