import type { Stop } from './clock.ts';

interface RetryOptions {
  after: (ms: number, run: () => void) => Stop;
  /** attempts: how many have failed. */
  pauseMs: number | ((failure: unknown, attempts: number) => number);
  /** Pauses of so long together are the end; absent: it goes on as long as it is needed. */
  lastsMs?: number;
}

/**
 * The web app's one way to try again. A timer lies between two attempts, since a promise may reject at once: the browser
 * refuses every lock of a page in the back/forward cache, and every request without a network.
 */
export class Retry {
  readonly #options: RetryOptions;
  readonly #pauses = new Set<() => void>();

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  /** Attempts until one resolves; undefined: it is no longer needed, or the time is over. */
  async run<Value>(attempt: () => Promise<Value>, isNeeded: () => boolean): Promise<Value | undefined> {
    const { pauseMs, lastsMs = Infinity } = this.#options;
    let attempts = 0;
    let pausedMs = 0;
    while (isNeeded() && pausedMs < lastsMs) {
      let ms: number;
      try {
        return await attempt();
      } catch (failure) {
        // What failed may succeed after the pause.
        attempts += 1;
        ms = typeof pauseMs === 'number' ? pauseMs : pauseMs(failure, attempts);
      }
      pausedMs += ms;
      if (isNeeded() && pausedMs < lastsMs) await this.#pause(ms);
    }
    return undefined;
  }

  /** Ends every pause: something has changed, or nothing is needed any more. */
  now(): void {
    for (const end of this.#pauses) end();
  }

  #pause(ms: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => {
      stop();
      this.#pauses.delete(end);
      resolve();
    };
    const stop = this.#options.after(ms, end);
    this.#pauses.add(end);
    return promise;
  }
}
