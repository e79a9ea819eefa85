import { now, type Stop } from './clock.ts';

/** An older press is dropped: acting on it now would surprise the user. */
const MEANT_FOR_MS = 15_000;

/** Buffers the last press until there is a listener. */
export class EarlyPress<What> {
  #listener: ((what: What) => void) | null = null;
  #kept: { readonly what: What; readonly at: number } | null = null;

  press(what: What): void {
    if (this.#listener === null) this.#kept = { what, at: now() };
    else this.#listener(what);
  }

  listen(listener: (what: What) => void): Stop {
    this.#listener = listener;
    const kept = this.#kept;
    this.#kept = null;
    if (kept !== null && now() - kept.at < MEANT_FOR_MS) listener(kept.what);
    return () => {
      this.#listener = null;
    };
  }
}
