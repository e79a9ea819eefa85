import { randomId } from '@yonder/client';

/** As a callable is called: the server carries one request out once, however often and on whatever way it comes. */
export interface How {
  readonly requestId: string;
  readonly leaving?: boolean;
}

type Ask<Answer = unknown> = (how: How) => Promise<Answer>;

/**
 * What must reach the server although the page goes away before the answer: an end that is on the screen already. It is
 * asked once more then, as the same request.
 */
export class LastWords {
  readonly #unanswered = new Map<string, { readonly requestId: string; readonly ask: Ask }>();

  /** About a thing of that name the newest word counts. One that fails stays unanswered. */
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

  /** It is meant no longer. */
  takeBack(about: string): void {
    this.#unanswered.delete(about);
  }

  /** Nobody is there any more to hear of a failure. */
  leavePage(): void {
    for (const { requestId, ask } of this.#unanswered.values()) void ask({ requestId, leaving: true }).catch(() => {});
  }
}
