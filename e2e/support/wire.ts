import { expect, type APIRequestContext } from '@playwright/test';
import { createClient } from '@yonder/client';
import { type CallableName, CALLABLES, type InputDraft, type Output, tokenAnswer } from '@yonder/contract';
import * as z from 'zod/mini';

const answer = z.object({ result: z.unknown() });

/** Calls the server as the person whose cookies these are, past the screen: to set a scene, never to check one. */
export class Wire {
  readonly #request: APIRequestContext;
  readonly #url: string;
  readonly #tab: string;

  constructor({ request, url, tab }: { request: APIRequestContext; url: string; tab: string }) {
    this.#request = request;
    this.#url = url;
    this.#tab = tab;
  }

  async call<Name extends CallableName>(name: Name, data: InputDraft<Name>, tab = this.#tab): Promise<Output<Name>> {
    const { accessToken } = await this.token();
    const response = await this.#request.post(`${this.#url}/api/v1/call/${name}`, {
      headers: { authorization: `Bearer ${accessToken}`, 'x-tab-id': tab },
      data: { data },
    });
    if (!response.ok()) throw new Error(`${name} answered ${response.status()}: ${await response.text()}`);
    const { result } = answer.parse(await response.json());
    // The schema of this very name has parsed it, which no type can say of a table.
    return CALLABLES[name].output.parse(result) as Output<Name>;
  }

  /** Opens a live socket, without which nobody is matched; resolves with what closes it. */
  async online(): Promise<() => void> {
    const getToken = () => this.token();
    const { live } = createClient({ baseUrl: this.#url, tabId: this.#tab, getToken });
    const close = live.start();
    await expect.poll(() => live.status.get()).toBe('online');
    return close;
  }

  /** Out of every queue, every call and every match, for good, if they are signed in at all. */
  async leaveAll(): Promise<void> {
    if ((await this.#askForToken()).status() === 401) return;
    const { kind, call, directCall, textMatch } = await this.call('getCallState', null);
    if (kind === 'voice-queue') await this.call('leaveCallQueue', null);
    if (kind === 'text-queue') await this.call('leaveTextQueueV2v2', null);
    if (textMatch !== null) await this.call('textMatchDecisionV2v2', { chatRoomId: textMatch, decision: 'dislike' });
    if (directCall !== null) await this.call('endDirectCall', { callId: directCall.id });
    if (call === null || directCall !== null) return;
    await this.call('leaveCall', { callId: call.callId, comingBack: 'no' }, call.tab ?? this.#tab);
  }

  async token() {
    const response = await this.#askForToken();
    if (!response.ok()) throw new Error(`auth/token answered ${response.status()}: ${await response.text()}`);
    return tokenAnswer.parse(await response.json());
  }

  #askForToken() {
    return this.#request.post(`${this.#url}/api/v1/auth/token`, { headers: { origin: this.#url } });
  }
}
