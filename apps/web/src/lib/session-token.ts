import { CallError, errorOfReason, type GetToken } from '@yonder/client';
import { codeOf, isReason, REASONS, tokenAnswer, wireError, type TokenAnswer } from '@yonder/contract';
import * as z from 'zod/mini';
import { after } from './clock.ts';
import { takeEarly, TOKEN_PATH } from './early-token.ts';
import { forgetSession, keepSession, keptSession, sessionMark, type KeptSession } from './session-mark.ts';

/** The user and session of this page, for its whole life. A user that signs in later gets another page. */
let own: KeptSession | null = null;

/** The access token that revealed the user also serves the first call. */
let unused: TokenAnswer | null = null;

/** The user id of the browser's session; null without one. */
export async function sessionUser(): Promise<string | null> {
  unused = await bearer();
  if (unused !== null) return unused.userId;
  if (sessionMark() !== '') forgetSession();
  return null;
}

/** The session's user as known to this device, for when the server cannot be reached. */
export function knownUser(): string | null {
  const kept = keptSession();
  if (kept?.mark === sessionMark()) own ??= kept;
  return own?.userId ?? null;
}

/** Whether another session than this page's has begun in this browser. */
export function isSucceeded(): boolean {
  const mark = sessionMark();
  return own !== null && mark !== '' && mark !== own.mark;
}

/** Whether a page from the back/forward cache shows a session that has ended, or misses one that has begun. */
export function isOutdated(): boolean {
  return sessionMark() !== (own?.mark ?? '');
}

/** @throws CallError 'session-ended' when the session belongs to another user by now. */
export const getToken: GetToken = async () => {
  const first = unused;
  unused = null;
  const answer = first ?? (await bearer()) ?? (await nextBearer());
  if (answer !== null && answer.userId !== own?.userId) throw errorOfReason('session-ended');
  return answer;
};

/** Ends this page's session. A user that has signed in since, in another tab, stays signed in. */
export async function endSession(): Promise<void> {
  if (isSucceeded() && (await mint())?.userId !== own?.userId) return;
  unused = null;
  // keepalive: the request is completed even if the page unloads.
  await answered(fetch('/api/v1/auth/logout', { method: 'POST', keepalive: true }));
}

/** Null when no user is signed in. Without a session mark it does not ask: a refusal shows in the console. */
async function bearer(): Promise<TokenAnswer | null> {
  const asked = sessionMark();
  const answer = asked === '' ? null : await mint();
  // Another tab may have signed in since; its session has not ended.
  return answer !== null || sessionMark() === asked ? answer : bearer();
}

const SUCCESSOR_MS = 1_500;

/** A new sign-in ends the previous session, and the page may hear of the end before the browser has the new cookie. */
async function nextBearer(): Promise<TokenAnswer | null> {
  const ended = sessionMark();
  if (ended === '') return null;
  await new Promise<void>((resolve) => after(SUCCESSOR_MS, resolve));
  return sessionMark() === ended ? null : bearer();
}

/** Exchanges the session cookie, which scripts cannot read, for a short-lived access token. */
async function mint(): Promise<TokenAnswer | null> {
  const mark = sessionMark();
  const response = await answered(takeEarly() ?? fetch(TOKEN_PATH, { method: 'POST' }));
  if (response === null) return null;
  const answer = tokenAnswer.parse(await response.json());
  if (own === null || own.userId === answer.userId) {
    own = { userId: answer.userId, mark };
    keepSession(own);
  }
  return answer;
}

/** Null when no user is signed in. */
async function answered(asked: Promise<Response>): Promise<Response | null> {
  const response = await asked.catch((cause: unknown) => {
    throw new CallError({ code: 'unavailable', text: 'The server cannot be reached.', reason: 'network', cause });
  });
  if (response.ok) return response;
  if (response.status === 401) return null;
  throw await refusal(response);
}

const refused = z.object({ error: wireError });

async function refusal(response: Response): Promise<CallError> {
  const body = refused.safeParse(await response.json().catch(() => null)).data;
  const named = body?.error.details?.reason;
  const reason = isReason(named) ? named : 'internal';
  return new CallError({ code: codeOf(reason), text: body?.error.message ?? REASONS[reason][1], reason });
}
