import { errorOfReason } from '@yonder/client';
import { FIXED } from '@yonder/contract';
import { getToken } from '../../../lib/session-token.ts';
import { uploadFile, type UploadOptions } from '../../../lib/upload.ts';
import type { DraftPhoto } from './draft.ts';

/** What the server takes, by what browsers call it. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/gif';

interface PhotoUpload {
  file: Blob;
  /** The same on every retry: the server stores the photo once. */
  requestId: string;
}

/** Stores a photo under the person's name; it is theirs to show for a day. */
export async function uploadPhoto(
  { file, requestId }: PhotoUpload,
  options: Omit<UploadOptions, 'getToken'>,
): Promise<DraftPhoto> {
  if (file.size > FIXED.imageBytes) throw errorOfReason('image-too-large');
  const { path, url = '' } = await uploadFile({ folder: 'photos', file, requestId }, { ...options, getToken });
  return { ref: path, src: url };
}
