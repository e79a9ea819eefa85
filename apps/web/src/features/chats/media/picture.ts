import { errorOfReason } from '@yonder/client';
import { FIXED, type Reason } from '@yonder/contract';

/** What the server takes, by what browsers call it. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/** A picture that may be sent. */
export interface Picture {
  file: File;
  width: number;
  height: number;
  /** A few hundred bytes of data: address, or nothing. */
  placeholder: string;
}

const PLACEHOLDER_SIDE = 16;

/** Why a file is not taken, before it is looked into; null: it may be. */
export function fileProblem({ type, size }: Pick<File, 'type' | 'size'>): Reason | null {
  if (!PICTURE_TYPES.some((one) => one === type) || size === 0) return 'unreadable-file';
  return size > FIXED.imageBytes ? 'image-too-large' : null;
}

/** Looks into it as the server will. Fails with the reason the server would name. */
export async function readPicture(file: File): Promise<Picture> {
  const problem = fileProblem(file);
  if (problem !== null) throw errorOfReason(problem);
  const bitmap = await createImageBitmap(file).catch((cause: unknown) => {
    throw errorOfReason('unreadable-file', cause);
  });
  const { width, height } = bitmap;
  const placeholder = placeholderOf(bitmap);
  bitmap.close();
  if (width * height > FIXED.imagePixels) throw errorOfReason('image-too-large');
  return { file, width, height, placeholder };
}

function placeholderOf(bitmap: ImageBitmap): string {
  const scale = PLACEHOLDER_SIDE / Math.max(bitmap.width, bitmap.height);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const address = canvas.toDataURL('image/webp', 0.4);
  return address.length <= FIXED.placeholderLength ? address : '';
}
