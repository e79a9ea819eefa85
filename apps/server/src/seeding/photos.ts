import sharp from 'sharp';
import type { ObjectStore } from '../media/index.ts';
import { drawPortrait, type Portrait } from './portrait.ts';

export interface StoredPhoto {
  path: string;
  thumbPath: string;
}

const PHOTO_PIXELS = 1024;
const THUMB_PIXELS = 256;

/** Draws a portrait and keeps it as a profile photo with its thumb. */
export async function storePortrait(objects: ObjectStore, portrait: Portrait): Promise<StoredPhoto> {
  const [path, thumbPath] = await Promise.all([
    storeAt(objects, portrait, PHOTO_PIXELS),
    storeAt(objects, portrait, THUMB_PIXELS),
  ]);
  return { path, thumbPath };
}

async function storeAt(objects: ObjectStore, portrait: Portrait, pixels: number): Promise<string> {
  const bytes = await sharp(Buffer.from(drawPortrait(portrait, pixels)))
    .webp({ quality: 86 })
    .toBuffer();
  const path = objects.newPath({ folder: 'photos', extension: 'webp' });
  await objects.put(path, bytes);
  return path;
}
