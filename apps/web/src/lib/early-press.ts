import { now, type Stop } from './clock.ts';

/** Nobody waits longer for what they pressed: what begins later would begin by itself. */
const MEANT_FOR_MS = 15_000;

/** A press while nobody listens yet: the last one counts as soon as somebody does. */
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
