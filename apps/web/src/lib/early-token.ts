import { sessionMark } from './session-mark.ts';

/** POST answers with an access token for the session cookie. */
export const TOKEN_PATH = '/api/v1/auth/token';

let early: { mark: string; answer: Promise<Response> } | null = null;

/** Requests the page load's access token while the scripts that use it are loading. */
export function askEarly(): void {
  const mark = sessionMark();
  if (mark === '') return;
  const answer = fetch(TOKEN_PATH, { method: 'POST' });
  // The caller of `takeEarly` handles a failure.
  answer.catch(() => {});
  early = { mark, answer };
}

/** Returns the early request once, and only if the browser still holds the same session. */
export function takeEarly(): Promise<Response> | null {
  const taken = early?.mark === sessionMark() ? early.answer : null;
  early = null;
  return taken;
}
