import { CallError, type GetToken } from '@yonder/client';
import { codeOf, type Code, isReason, REASONS, uploadAnswer, wireError } from '@yonder/contract';
import * as z from 'zod/mini';
import type { Unsent } from '../unsent.ts';

const refused = z.object({ error: wireError });

/** Stores a message's media under the person's name; answers the path the message takes it by. */
export async function uploadMedia({ media }: Unsent, getToken: GetToken): Promise<string> {
  const token = await getToken();
  if (media === null || token === null) throw refusal('unauthenticated', 'not-authenticated');
  const response = await post(`/api/v1/media/${media.folder}`, { token: token.accessToken, file: media.file });
  const body: unknown = await response.json().catch(() => null);
  const answer = uploadAnswer.safeParse(body);
  if (response.ok && answer.success) return answer.data.path;
  const named = refused.safeParse(body).data?.error.details?.reason;
  throw isReason(named) ? refusal(codeOf(named), named) : refusal('internal', 'internal');
}

async function post(path: string, { token, file }: { token: string; file: Blob }): Promise<Response> {
  try {
    return await fetch(path, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': file.type },
      body: file,
      credentials: 'omit',
    });
  } catch (cause) {
    throw new CallError({ code: 'unavailable', text: 'The server cannot be reached.', reason: 'network', cause });
  }
}

function refusal(code: Code, reason: keyof typeof REASONS): CallError {
  return new CallError({ code, text: REASONS[reason][1], reason });
}
