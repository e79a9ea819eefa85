import { errorOfReason } from '@yonder/client';
import { FIXED } from '@yonder/contract';
import { countFrames, isPictureTooLarge, pictureKindOf } from '@yonder/contract/pictures';

/** A picture that may be sent. */
export interface Picture {
  file: File;
  width: number;
  height: number;
  /** A few hundred bytes of data: address, or nothing. */
  placeholder: string;
}

const PLACEHOLDER_SIDE = 16;

/** Looks into it as the server will. Fails with the reason the server would name. */
export async function readPicture(file: File): Promise<Picture> {
  const frames = await framesIn(file);
  const bitmap = await createImageBitmap(file).catch(unreadable);
  const { width, height } = bitmap;
  const placeholder = placeholderOf(bitmap);
  bitmap.close();
  if (isPictureTooLarge({ width, height, frames })) throw errorOfReason('image-too-large');
  return { file, width, height, placeholder };
}

/** Fails with what can be said before a pixel is drawn: a name says little, and some phones give no type. */
export async function framesIn(file: Pick<File, 'size' | 'arrayBuffer'>): Promise<number> {
  if (file.size > FIXED.imageBytes) throw errorOfReason('image-too-large');
  const bytes = new Uint8Array(await file.arrayBuffer().catch(unreadable));
  if (pictureKindOf(bytes) === null) throw errorOfReason('unreadable-file');
  return countFrames(bytes);
}

function unreadable(cause: unknown): never {
  throw errorOfReason('unreadable-file', cause);
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
