/*
 * The one AudioContext of the page, for ringtone, chime, levels and gains. A phone allows few of them, and only from a
 * gesture; it suspends or interrupts them at will. This one runs as long as it is held, and is asked to run again at each
 * change of its state, when the page is shown again, and at the next gesture.
 */
import type { Stop } from './clock.ts';

/** What browsers take for a gesture. */
const GESTURES = ['pointerdown', 'touchend', 'click', 'keydown'] as const;

export class PageAudio {
  readonly #listeners = new Set<() => void>();
  #context: AudioContext | null | 'none' = null;
  #holds = 0;
  /** Once it has run from a gesture, it may run again without one. */
  #hasRun = false;

  /** Made when it is first asked for; null: this browser has none, or makes no more of them. */
  get context(): AudioContext | null {
    this.#context ??= this.#make();
    return this.#context === 'none' ? null : this.#context;
  }

  /** Not where it is suspended, or interrupted by the system. */
  get isRunning(): boolean {
    return this.#context !== null && this.#context !== 'none' && this.#context.state === 'running';
  }

  /** Runs at a change of its state, when the page is shown again, and in each gesture while it is held: what was refused may be tried again. */
  subscribe(listener: () => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Keeps it running, as far as the browser lets it, until the answer is called. */
  hold(): Stop {
    this.#holds += 1;
    this.resume();
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      this.#rest();
    };
  }

  /** Refused outside a gesture at first; the next one asks again. */
  resume(): void {
    // A browser that refuses leaves it as it is.
    void this.context?.resume().catch(() => {});
  }

  /** Resolved once it runs; never after `signal`. */
  running(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        if (!this.isRunning || signal.aborted) return;
        stop();
        resolve();
      };
      const stop = this.subscribe(look);
      signal.addEventListener('abort', stop);
      look();
    });
  }

  /** Listens to the page, and unlocks the context in its first gesture. */
  listen(): Stop {
    const listening = new AbortController();
    const { signal } = listening;
    for (const type of GESTURES) {
      document.addEventListener(type, () => this.#touched(), { signal, capture: true, passive: true });
    }
    document.addEventListener('visibilitychange', () => !document.hidden && this.#again(), { signal });
    return () => listening.abort();
  }

  #make(): AudioContext | 'none' {
    try {
      const made = new AudioContext();
      made.addEventListener('statechange', () => this.#changed());
      return made;
    } catch {
      return 'none';
    }
  }

  #touched(): void {
    if (!this.#hasRun) this.resume();
    this.#again();
  }

  #again(): void {
    if (this.#holds === 0) return;
    if (!this.isRunning) this.resume();
    this.#tell();
  }

  #changed(): void {
    if (this.isRunning) {
      this.#hasRun = true;
      this.#rest();
    } else if (this.#holds > 0) {
      this.resume();
    }
    this.#tell();
  }

  /** The device need not work for nothing. */
  #rest(): void {
    if (this.#holds === 0 && this.isRunning) void this.context?.suspend().catch(() => {});
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const pageAudio = new PageAudio();
