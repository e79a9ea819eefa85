import { CallError, type GetToken } from '@yonder/client';
import { codeOf, isReason, REASONS, tokenAnswer, wireError, type TokenAnswer } from '@yonder/contract';
import * as z from 'zod/mini';
import { takeEarly, TOKEN_PATH } from './early-token.ts';
import { forgetSession, sessionMark } from './session-mark.ts';

/** The bearer that told whose session this is serves the first call too, instead of a second one. */
let unused: TokenAnswer | null = null;

/** Whose session the browser holds; null without one. A page that knows of none does not ask: its refusal would be an error in the console. */
export async function sessionUser(): Promise<string | null> {
  const asked = sessionMark();
  unused = asked === '' ? null : await mint();
  if (unused !== null) return unused.userId;
  // Meanwhile somebody may have signed in, in another tab: that one is not the one that has ended.
  if (sessionMark() !== asked) return sessionUser();
  if (asked !== '') forgetSession();
  return null;
}

export const getToken: GetToken = () => {
  const first = unused;
  unused = null;
  return first === null ? mint() : Promise.resolve(first);
};

export async function endSession(): Promise<void> {
  unused = null;
  await answered(fetch('/api/v1/auth/logout', { method: 'POST' }));
}

/** The session cookie, which scripts cannot read, becomes a short-lived bearer. */
async function mint(): Promise<TokenAnswer | null> {
  const response = await answered(takeEarly() ?? fetch(TOKEN_PATH, { method: 'POST' }));
  return response === null ? null : tokenAnswer.parse(await response.json());
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
