import { randomId } from '@yonder/client';

/**
 * The submissions of one form. While one is being sent, and once it is granted, another press counts as the same one:
 * the button shows that a task later, and a page about to navigate still takes presses.
 */
export class Presses {
  #isTaken = false;
  #last: { readonly input: string; readonly requestId: string } | null = null;

  /**
   * The request id to send the input with; the last one again for an equal input after a refusal. Null: do not send.
   */
  take(input: unknown): string | null {
    if (this.#isTaken) return null;
    this.#isTaken = true;
    const written = JSON.stringify(input) ?? '';
    if (this.#last?.input !== written) this.#last = { input: written, requestId: randomId() };
    return this.#last.requestId;
  }

  /** Allows another press; an answer that was lost is then found instead of repeated. */
  refused(): void {
    this.#isTaken = false;
  }

  /** The form is filled in anew. */
  anew(): void {
    this.#isTaken = false;
    this.#last = null;
  }
}
