import { randomId } from '@yonder/client';

/**
 * The presses that submit one form. While the first one is on its way, and once it was granted, the next is the same
 * press: what shows that comes a task later, and a page that is about to go still takes presses.
 */
export class Presses {
  #isTaken = false;
  #last: { readonly input: string; readonly requestId: string } | null = null;

  /** The request id to send the input with, the same as before when it was refused and is the same; null: not to be sent. */
  take(input: unknown): string | null {
    if (this.#isTaken) return null;
    this.#isTaken = true;
    const written = JSON.stringify(input) ?? '';
    if (this.#last?.input !== written) this.#last = { input: written, requestId: randomId() };
    return this.#last.requestId;
  }

  /** It may be pressed again: an answer that was lost is then found, not done twice. */
  refused(): void {
    this.#isTaken = false;
  }

  /** The form is filled in anew. */
  anew(): void {
    this.#isTaken = false;
    this.#last = null;
  }
}
