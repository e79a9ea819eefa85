import { errorOfReason } from '@yonder/client';
import { loadPicture } from '../../../lib/load-picture.ts';

/** A part of a picture, in its own pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Longest side of the result. */
const MAX_SIDE = 1_600;
const QUALITY = 0.9;

/** The part as a file of its own. Browsers apply the picture's orientation. */
export async function cropped(file: Blob, area: Area): Promise<Blob> {
  const image = await loadPicture(file);
  const side = Math.min(MAX_SIDE, Math.round(area.width));
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [side, side];
  const { x, y, width, height } = area;
  canvas.getContext('2d')?.drawImage(image, x, y, width, height, 0, 0, side, side);
  const { promise, resolve } = Promise.withResolvers<Blob | null>();
  canvas.toBlob(resolve, 'image/jpeg', QUALITY);
  const part = await promise;
  if (part === null) throw errorOfReason('unreadable-file');
  return part;
}
