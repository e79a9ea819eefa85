import { randomId } from './clock.ts';

/**
 * What was asked of the server and must reach it although the page goes away before the answer: then it is asked once
 * more, as the same request.
 */
export class LastWord<Answer> {
  readonly #ask: (how: { requestId: string; leaving?: boolean }) => Promise<Answer>;
  #unanswered: string | null = null;

  constructor(ask: (how: { requestId: string; leaving?: boolean }) => Promise<Answer>) {
    this.#ask = ask;
  }

  get isUnanswered(): boolean {
    return this.#unanswered !== null;
  }

  async say(): Promise<Answer> {
    const requestId = randomId();
    this.#unanswered = requestId;
    const answer = await this.#ask({ requestId });
    if (this.#unanswered === requestId) this.#unanswered = null;
    return answer;
  }

  /** It is meant no longer. */
  takeBack(): void {
    this.#unanswered = null;
  }

  /** Nobody is there any more to hear of a failure. */
  leavePage(): void {
    if (this.#unanswered !== null) void this.#ask({ requestId: this.#unanswered, leaving: true }).catch(() => {});
  }
}
