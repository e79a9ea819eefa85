import { errorOfReason } from '@yonder/client';
import { FIXED } from '@yonder/contract';
import { countFrames, isPictureTooLarge, pictureKindOf } from '@yonder/contract/pictures';
import { loadPicture } from '../../../lib/load-picture.ts';

/** A picture that may be sent. */
export interface Picture {
  file: File;
  width: number;
  height: number;
  /** A data: address of a few hundred bytes, or empty. */
  placeholder: string;
}

const PLACEHOLDER_SIDE = 16;

/** Checks the picture as the server will. @throws the reason the server would name */
export async function readPicture(file: File): Promise<Picture> {
  const frames = await framesIn(file);
  const image = await loadPicture(file);
  const { naturalWidth: width, naturalHeight: height } = image;
  if (isPictureTooLarge({ width, height, frames })) throw errorOfReason('image-too-large');
  return { file, width, height, placeholder: placeholderOf(image) };
}

/** Counts frames before a pixel is drawn. @throws by the bytes: a name says little, and some phones give no type */
export async function framesIn(file: Pick<File, 'size' | 'arrayBuffer'>): Promise<number> {
  if (file.size > FIXED.imageBytes) throw errorOfReason('image-too-large');
  const content = await file.arrayBuffer().catch((cause: unknown) => {
    throw errorOfReason('unreadable-file', cause);
  });
  const bytes = new Uint8Array(content);
  if (pictureKindOf(bytes) === null) throw errorOfReason('unreadable-file');
  return countFrames(bytes);
}

function placeholderOf(image: HTMLImageElement): string {
  const { naturalWidth, naturalHeight } = image;
  const scale = PLACEHOLDER_SIDE / Math.max(naturalWidth, naturalHeight);
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(naturalWidth * scale));
  canvas.height = Math.max(1, Math.round(naturalHeight * scale));
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  const address = canvas.toDataURL('image/webp', 0.4);
  return address.length <= FIXED.placeholderLength ? address : '';
}
