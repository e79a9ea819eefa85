import type { Stop } from './clock.ts';

interface RetryOptions {
  after: (ms: number, run: () => void) => Stop;
  /** attempts: how many have failed. */
  pauseMs: number | ((failure: unknown, attempts: number) => number);
  /** Gives up once the pauses add up to this; absent: retries as long as needed. */
  lastsMs?: number;
}

/**
 * The web app's only retry loop. A timer separates two attempts, because a promise may reject at once: a page in the
 * back/forward cache gets no lock, and a request without a network fails.
 */
export class Retry {
  readonly #options: RetryOptions;
  readonly #pauses = new Set<() => void>();

  constructor(options: RetryOptions) {
    this.#options = options;
  }

  /** Attempts until one resolves; undefined: no longer needed, or the time is over. */
  async run<Value>(attempt: () => Promise<Value>, isNeeded: () => boolean): Promise<Value | undefined> {
    const { pauseMs, lastsMs = Infinity } = this.#options;
    let attempts = 0;
    let pausedMs = 0;
    while (isNeeded() && pausedMs < lastsMs) {
      let ms: number;
      try {
        return await attempt();
      } catch (failure) {
        // The next attempt may succeed.
        attempts += 1;
        ms = typeof pauseMs === 'number' ? pauseMs : pauseMs(failure, attempts);
      }
      pausedMs += ms;
      if (isNeeded() && pausedMs < lastsMs) await this.#pause(ms);
    }
    return undefined;
  }

  /** Ends every pause: something has changed, or the result is no longer needed. */
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
