import type { Tx } from '../platform/database.ts';
import { PROFILE_KEY } from './claims.ts';
import { forget, giveUp, insertObject, takeObjects } from './rows.ts';

/** A profile photo drawn by the server instead of uploaded; its bytes are in the store. */
export interface DrawnPhoto {
  path: string;
  thumbPath: string;
  bytes: number;
  thumbBytes: number;
}

/** Makes the photo its owner's, like an upload claimed by the profile: it goes when the profile drops it. */
export async function adoptPhoto(tx: Tx, owner: string, photo: DrawnPhoto): Promise<void> {
  const { path, bytes, thumbPath, thumbBytes } = photo;
  const object = {
    path,
    owner,
    folder: 'photos',
    bytes,
    thumb: { path: thumbPath, bytes: thumbBytes },
    meta: {},
  } as const;
  await insertObject(tx, object, Number.MAX_SAFE_INTEGER);
  await takeObjects(tx, [{ path, owner, folder: 'photos', key: PROFILE_KEY }]);
}

/** Gives up the photo and frees its quota; the caller deletes the bytes. */
export async function forgetPhoto(tx: Tx, path: string): Promise<void> {
  await giveUp(tx, path);
  await forget(tx, path);
}
