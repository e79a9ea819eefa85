import { CallError, errorOfReason, type GetToken } from '@yonder/client';
import { codeOf, isReason, REASONS, tokenAnswer, wireError, type TokenAnswer } from '@yonder/contract';
import * as z from 'zod/mini';
import { after } from './clock.ts';
import { takeEarly, TOKEN_PATH } from './early-token.ts';
import { forgetSession, keepSession, keptSession, sessionMark, type KeptSession } from './session-mark.ts';

/** Whose page this is, from its beginning to its end, and by which session. Whoever signs in meanwhile gets a page of their own. */
let own: KeptSession | null = null;

/** The bearer that told whose session this is serves the first call too, instead of a second one. */
let unused: TokenAnswer | null = null;

/** Whose session the browser holds; null without one. */
export async function sessionUser(): Promise<string | null> {
  unused = await bearer();
  if (unused !== null) return unused.userId;
  if (sessionMark() !== '') forgetSession();
  return null;
}

/** Where nobody can be asked: whose session it is by what this device knows. */
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

/** Whether a page from the back/forward cache shows a session that has ended, or knows nothing of one that has begun. */
export function isOutdated(): boolean {
  return sessionMark() !== (own?.mark ?? '');
}

/** @throws CallError 'session-ended' when the session is somebody else's by now. */
export const getToken: GetToken = async () => {
  const first = unused;
  unused = null;
  const answer = first ?? (await bearer()) ?? (await nextBearer());
  if (answer !== null && answer.userId !== own?.userId) throw errorOfReason('session-ended');
  return answer;
};

/** Whoever has signed in since, in another tab, stays in. */
export async function endSession(): Promise<void> {
  if (isSucceeded() && (await mint())?.userId !== own?.userId) return;
  unused = null;
  // It ends also when the page goes at once.
  await answered(fetch('/api/v1/auth/logout', { method: 'POST', keepalive: true }));
}

/** Null when nobody is signed in. A page that knows of no session does not ask: its refusal would be an error in the console. */
async function bearer(): Promise<TokenAnswer | null> {
  const asked = sessionMark();
  const answer = asked === '' ? null : await mint();
  // Meanwhile somebody may have signed in, in another tab: that one is not the one that has ended.
  return answer !== null || sessionMark() === asked ? answer : bearer();
}

const SUCCESSOR_MS = 1_500;

/** Whoever signs in again ends the session before, and the page may hear of the end before the browser has the new one. */
async function nextBearer(): Promise<TokenAnswer | null> {
  const ended = sessionMark();
  if (ended === '') return null;
  await new Promise<void>((resolve) => after(SUCCESSOR_MS, resolve));
  return sessionMark() === ended ? null : bearer();
}

/** The session cookie, which scripts cannot read, becomes a short-lived bearer. */
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

/** Null when nobody is signed in. */
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
