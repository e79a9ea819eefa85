import type { DrawnPhoto, ObjectStore } from '../media/index.ts';
import { drawPortrait, type Portrait } from './portrait.ts';

const PHOTO_PIXELS = 1024;
const THUMB_PIXELS = 256;

/** Draws a portrait and keeps it as a profile photo with its thumb. */
export async function storePortrait(objects: ObjectStore, portrait: Portrait): Promise<DrawnPhoto> {
  const [photo, thumb] = await Promise.all([
    storeAt(objects, portrait, PHOTO_PIXELS),
    storeAt(objects, portrait, THUMB_PIXELS),
  ]);
  return { ...photo, thumbPath: thumb.path, thumbBytes: thumb.bytes };
}

async function storeAt(objects: ObjectStore, portrait: Portrait, pixels: number) {
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(Buffer.from(drawPortrait(portrait, pixels)))
    .webp({ quality: 86 })
    .toBuffer();
  const path = objects.newPath({ folder: 'photos', extension: 'webp' });
  await objects.put(path, bytes);
  return { path, bytes: bytes.length };
}
