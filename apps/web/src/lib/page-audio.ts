/*
 * The page's only AudioContext, for ringtone, chime, levels and gains. A phone allows few, starts them only in a
 * gesture, and suspends or interrupts them at will. While held, this one is resumed at each change of its state, when
 * the page is shown again, and at the next gesture.
 */
import type { Stop } from './clock.ts';

/** Events that browsers accept as a gesture. */
const GESTURES = ['pointerdown', 'touchend', 'click', 'keydown'] as const;

export class PageAudio {
  readonly #listeners = new Set<() => void>();
  #context: AudioContext | null | 'none' = null;
  #holds = 0;
  /** A context that has run from a gesture may run again without one. */
  #hasRun = false;

  /** Created on first use; null: this browser has none, or creates no more. */
  get context(): AudioContext | null {
    this.#context ??= this.#make();
    return this.#context === 'none' ? null : this.#context;
  }

  /** False while it is suspended, or interrupted by the system. */
  get isRunning(): boolean {
    return this.#context !== null && this.#context !== 'none' && this.#context.state === 'running';
  }

  /** Runs at a change of state, when the page is shown again, and in each gesture while held, for another attempt. */
  subscribe(listener: () => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Keeps the context running, as far as the browser allows, until the returned function is called. */
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

  /** Refused outside a gesture at first; the next gesture retries. */
  resume(): void {
    // The browser refused; nothing changes.
    void this.context?.resume().catch(() => {});
  }

  /** Resolves once it runs; never after `signal`. */
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

  /** Saves power while the context is not held. */
  #rest(): void {
    if (this.#holds === 0 && this.isRunning) void this.context?.suspend().catch(() => {});
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const pageAudio = new PageAudio();
