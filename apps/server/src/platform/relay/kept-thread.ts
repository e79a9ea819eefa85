import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Stop } from '../stop.ts';
import type { FromThread, ToThread } from './messages.ts';

/** The relay's thread, started again whenever it ends by itself. */
export interface KeptThread {
  tell(message: ToThread): void;
  stop(): Promise<void>;
}

interface KeptThreadOptions {
  clock: Clock;
  log: Log;
  /** What every new thread must know. */
  firstWords(): readonly ToThread[];
  hear(message: FromThread): void;
  onEnd(): void;
}

const PROGRAM = new URL('./thread.ts', import.meta.url);
const RESTART_AFTER_MS = 250;
/** Beyond that the thread ends and a new one starts: the server's own memory is not at stake. */
const MEMORY = { maxOldGenerationSizeMb: 256 };

export function keepThread({ clock, log, firstWords, hear, onEnd }: KeptThreadOptions): KeptThread {
  let cancelRestart: Stop = () => {};
  let thread = start();

  function start(): Worker {
    const started = new Worker(PROGRAM, { name: 'relay', resourceLimits: MEMORY });
    started.on('message', hear);
    started.on('error', (error) => log.error({ err: error }, 'the relay has failed'));
    started.once('exit', startAgain);
    for (const message of firstWords()) started.postMessage(message);
    return started;
  }

  function startAgain(): void {
    onEnd();
    cancelRestart = clock.timer(RESTART_AFTER_MS, () => {
      thread = start();
    });
  }

  return {
    tell: (message) => thread.postMessage(message),
    async stop() {
      cancelRestart();
      thread.off('exit', startAgain);
      if (thread.threadId === -1) return;
      const ended = once(thread, 'exit');
      thread.postMessage({ kind: 'stop' } satisfies ToThread);
      await ended;
    },
  };
}
