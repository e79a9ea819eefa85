import type { Stop } from './clock.ts';

interface RetryOptions {
  after: (ms: number, run: () => void) => Stop;
  pauseMs: number;
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

  /** Attempts until one resolves; undefined: it is no longer needed. */
  async run<Value>(attempt: () => Promise<Value>, isNeeded: () => boolean): Promise<Value | undefined> {
    while (isNeeded()) {
      try {
        return await attempt();
      } catch {
        // What failed may succeed after the pause.
      }
      if (isNeeded()) await this.#pause();
    }
    return undefined;
  }

  /** Ends every pause: something has changed, or nothing is needed any more. */
  now(): void {
    for (const end of this.#pauses) end();
  }

  #pause(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => {
      stop();
      this.#pauses.delete(end);
      resolve();
    };
    const stop = this.#options.after(this.#options.pauseMs, end);
    this.#pauses.add(end);
    return promise;
  }
}
