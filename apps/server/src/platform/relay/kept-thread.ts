import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { Clock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Stop } from '../stop.ts';
import type { FromThread, News, ToThread } from './messages.ts';
import type { Tally } from './open-calls.ts';

/** The relay's thread, restarted whenever it ends by itself. */
export interface KeptThread {
  tell(message: ToThread): void;
  /**
   * True once it has processed all it was told before, or has ended: the next one begins with that. False: not within a
   * second.
   */
  caughtUp(): Promise<boolean>;
  /**
   * Packets the two sides of a connection check have sent so far; null: it is not open, or no answer came within a
   * second.
   */
  tallyOf(checkId: string): Promise<Tally | null>;
  stop(): Promise<void>;
}

interface KeptThreadOptions {
  clock: Clock;
  log: Log;
  /** The messages every new thread begins with. */
  firstWords(): readonly ToThread[];
  hear(message: News): void;
  onEnd(): void;
}

const PROGRAM = new URL('./thread.ts', import.meta.url);
const RESTART_AFTER_MS = 250;
/** A healthy thread answers within a millisecond; the caller is about to begin a call. */
const PATIENCE_MS = 1_000;
/** Beyond this the thread ends and a new one starts; the server's own memory is safe. */
const MEMORY = { maxOldGenerationSizeMb: 256 };

interface Heard {
  caughtUp: boolean;
  tally: Tally | null;
}

export function keepThread({ clock, log, firstWords, hear, onEnd }: KeptThreadOptions): KeptThread {
  const waiting = new Map<number, (heard: Heard) => void>();
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
    if (message.kind === 'pong') waiting.get(message.ping)?.({ caughtUp: true, tally: message.tally });
    else hear(message);
  }

  function letGo(): void {
    for (const go of Array.from(waiting.values())) go({ caughtUp: true, tally: null });
  }

  function startAgain(): void {
    onEnd();
    letGo();
    cancelRestart = clock.timer(RESTART_AFTER_MS, () => {
      thread = start();
    });
  }

  function ask(about: { checkId?: string }): Promise<Heard> {
    const { promise, resolve } = Promise.withResolvers<Heard>();
    const ping = pings++;
    const go = (heard: Heard): void => {
      cancel();
      waiting.delete(ping);
      resolve(heard);
    };
    const cancel = clock.timer(PATIENCE_MS, () => go({ caughtUp: false, tally: null }));
    waiting.set(ping, go);
    thread.postMessage({ kind: 'ping', ping, ...about } satisfies ToThread);
    return promise;
  }

  return {
    tell: (message) => thread.postMessage(message),
    caughtUp: async () => (await ask({})).caughtUp,
    tallyOf: async (checkId) => (await ask({ checkId })).tally,
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
