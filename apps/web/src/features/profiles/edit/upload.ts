import { errorOfReason } from '@yonder/client';
import { FIXED } from '@yonder/contract';
import { getToken } from '../../../lib/session-token.ts';
import { uploadFile, type UploadOptions } from '../../../lib/upload.ts';
import type { DraftPhoto } from './draft.ts';

/** The MIME types that the server accepts. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/gif';

interface PhotoUpload {
  file: Blob;
  /** Equal on every retry, so that the server stores the photo once. */
  requestId: string;
}

/** Uploads a photo, which the user may add to the profile within a day. */
export async function uploadPhoto(
  { file, requestId }: PhotoUpload,
  options: Omit<UploadOptions, 'getToken'>,
): Promise<DraftPhoto> {
  if (file.size > FIXED.imageBytes) throw errorOfReason('image-too-large');
  const { path, url = '' } = await uploadFile({ folder: 'photos', file, requestId }, { ...options, getToken });
  return { ref: path, src: url };
}
