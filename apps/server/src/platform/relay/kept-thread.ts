import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Stop } from '../stop.ts';
import type { FromThread, News, ToThread } from './messages.ts';

/** The relay's thread, started again whenever it ends by itself. */
export interface KeptThread {
  tell(message: ToThread): void;
  /** True once it has done all it was told before, or has ended: the next one begins with that. False: not within a second. */
  caughtUp(): Promise<boolean>;
  stop(): Promise<void>;
}

interface KeptThreadOptions {
  clock: Clock;
  log: Log;
  /** What every new thread must know. */
  firstWords(): readonly ToThread[];
  hear(message: News): void;
  onEnd(): void;
}

const PROGRAM = new URL('./thread.ts', import.meta.url);
const RESTART_AFTER_MS = 250;
/** It answers within a millisecond while it has its turns; whoever waits is about to begin a call. */
const PATIENCE_MS = 1_000;
/** Beyond that the thread ends and a new one starts: the server's own memory is not at stake. */
const MEMORY = { maxOldGenerationSizeMb: 256 };

export function keepThread({ clock, log, firstWords, hear, onEnd }: KeptThreadOptions): KeptThread {
  const waiting = new Map<number, (caughtUp: boolean) => void>();
  let pings = 0;
  let cancelRestart: Stop = () => {};
  let thread = start();

  function start(): Worker {
    const started = new Worker(PROGRAM, { name: 'relay', resourceLimits: MEMORY });
    started.on('message', take);
    started.on('error', (error) => log.error({ err: error }, 'the relay has failed'));
    started.once('exit', startAgain);
    for (const message of firstWords()) started.postMessage(message);
    return started;
  }

  function take(message: FromThread): void {
    if (message.kind === 'pong') waiting.get(message.ping)?.(true);
    else hear(message);
  }

  function letGo(): void {
    for (const go of [...waiting.values()]) go(true);
  }

  function startAgain(): void {
    onEnd();
    letGo();
    cancelRestart = clock.timer(RESTART_AFTER_MS, () => {
      thread = start();
    });
  }

  return {
    tell: (message) => thread.postMessage(message),
    caughtUp() {
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const ping = pings++;
      const go = (caughtUp: boolean): void => {
        cancel();
        waiting.delete(ping);
        resolve(caughtUp);
      };
      const cancel = clock.timer(PATIENCE_MS, () => go(false));
      waiting.set(ping, go);
      thread.postMessage({ kind: 'ping', ping } satisfies ToThread);
      return promise;
    },
    async stop() {
      cancelRestart();
      thread.off('exit', startAgain);
      letGo();
      if (thread.threadId === -1) return;
      const ended = once(thread, 'exit');
      thread.postMessage({ kind: 'stop' } satisfies ToThread);
      await ended;
    },
  };
}
