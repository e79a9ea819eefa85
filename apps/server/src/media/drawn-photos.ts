import type { Tx } from '../platform/database.ts';
import { PROFILE_KEY } from './claims.ts';
import { forget, giveUp, insertObject, takeObjects } from './rows.ts';

/** A profile photo that was drawn here instead of uploaded; its bytes are in the store. */
export interface DrawnPhoto {
  path: string;
  thumbPath: string;
  bytes: number;
  thumbBytes: number;
}

/** From now on it is somebody's, like an upload that their profile has taken: it goes when they take it out. */
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

/** Nobody's any more, and off its owner's account; whoever calls deletes the bytes. */
export async function forgetPhoto(tx: Tx, path: string): Promise<void> {
  await giveUp(tx, path);
  await forget(tx, path);
}
