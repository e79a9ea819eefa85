import { errorOfReason, errorOfWire } from '@yonder/client';
import { FIXED, uploadAnswer, wireError } from '@yonder/contract';
import * as z from 'zod/mini';
import { getToken } from '../../../lib/session-token.ts';
import type { DraftPhoto } from './draft.ts';

const refused = z.object({ error: wireError });

/** What the server takes, by what browsers call it. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/gif';

/** Stores a photo under the person's name; it is theirs to show for a day. */
export async function uploadPhoto(file: Blob, signal: AbortSignal): Promise<DraftPhoto> {
  if (file.size > FIXED.imageBytes) throw errorOfReason('image-too-large');
  const token = await getToken();
  if (token === null) throw errorOfReason('not-authenticated');
  const response = await fetch('/api/v1/media/photos', {
    method: 'POST',
    headers: { authorization: `Bearer ${token.accessToken}`, 'content-type': file.type },
    body: file,
    signal,
  });
  const body: unknown = await response.json();
  const answer = uploadAnswer.safeParse(body);
  if (!response.ok || !answer.success) throw errorOfWire(refused.safeParse(body).data?.error);
  const { path, url = '' } = answer.data;
  return { ref: path, src: url };
}
