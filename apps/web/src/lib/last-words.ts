import { randomId } from '@yonder/client';

/** Options of a call. The server executes a request id once, however often and by which transport it arrives. */
export interface How {
  readonly requestId: string;
  readonly leaving?: boolean;
}

type Ask<Answer = unknown> = (how: How) => Promise<Answer>;

/**
 * Requests that must reach the server even if the page unloads before the answer, because the screen already shows
 * their effect. They are repeated then, with the same id.
 */
export class LastWords {
  readonly #unanswered = new Map<string, { readonly requestId: string; readonly ask: Ask }>();

  /** The newest request about a subject counts. A failed one stays unanswered. */
  async say<Answer>(about: string, ask: Ask<Answer>): Promise<Answer> {
    const word = { requestId: randomId(), ask };
    this.#unanswered.set(about, word);
    const answer = await ask({ requestId: word.requestId });
    if (this.#unanswered.get(about) === word) this.#unanswered.delete(about);
    return answer;
  }

  isUnanswered(about: string): boolean {
    return this.#unanswered.has(about);
  }

  /** The request is no longer wanted. */
  takeBack(about: string): void {
    this.#unanswered.delete(about);
  }

  /** The page is gone, so a failure is ignored. */
  leavePage(): void {
    for (const { requestId, ask } of this.#unanswered.values()) void ask({ requestId, leaving: true }).catch(() => {});
  }
}
