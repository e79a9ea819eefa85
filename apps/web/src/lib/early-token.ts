import { sessionMark } from './session-mark.ts';

/** POST answers with a bearer for the session cookie. */
export const TOKEN_PATH = '/api/v1/auth/token';

let early: { mark: string; answer: Promise<Response> } | null = null;

/** Asks for the bearer of this page load while the scripts that use it are on their way. */
export function askEarly(): void {
  const mark = sessionMark();
  if (mark === '') return;
  const answer = fetch(TOKEN_PATH, { method: 'POST' });
  // Whoever takes it hears of a failure.
  answer.catch(() => {});
  early = { mark, answer };
}

/** What was asked for early, once, and only for the session that is still the browser's. */
export function takeEarly(): Promise<Response> | null {
  const taken = early?.mark === sessionMark() ? early.answer : null;
  early = null;
  return taken;
}
