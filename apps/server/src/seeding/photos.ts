import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import type { DrawnPhoto, ObjectStore } from '../media/index.ts';

/** A portrait as a profile photo with its thumb; both WebP. */
export interface Drawing {
  photo: Uint8Array;
  thumb: Uint8Array;
}

const PROGRAM = fileURLToPath(new URL('draw-portraits.ts', import.meta.url));
const bytes = z.instanceof(Uint8Array);
const drawnMessage = z.object({ drawn: z.array(z.object({ photo: bytes, thumb: bytes })) });

/** Draws the portraits of demo users in a process that ends: a server would keep the 80 MB it takes while it runs. */
export async function drawPortraits(subjects: readonly string[]): Promise<Drawing[]> {
  const child = fork(PROGRAM, subjects, { serialization: 'advanced', stdio: ['ignore', 'inherit', 'pipe', 'ipc'] });
  const { promise, resolve, reject } = Promise.withResolvers<Drawing[]>();
  let lastWords = '';
  child.stderr?.on('data', (words) => (lastWords += String(words)));
  child.on('message', (message) => {
    const { data } = drawnMessage.safeParse(message); // `node --watch` has messages of its own
    if (data) resolve(data.drawn);
  });
  child.once('error', reject);
  child.once('close', () => reject(new Error(lastWords.trim() || 'The portraits could not be drawn.')));
  return promise;
}

export async function storeDrawing(objects: ObjectStore, { photo, thumb }: Drawing): Promise<DrawnPhoto> {
  const [path, thumbPath] = await Promise.all([photo, thumb].map((one) => store(objects, one)));
  return { path: path!, bytes: photo.length, thumbPath: thumbPath!, thumbBytes: thumb.length };
}

async function store(objects: ObjectStore, webp: Uint8Array): Promise<string> {
  const path = objects.newPath({ folder: 'photos', extension: 'webp' });
  await objects.put(path, webp);
  return path;
}
