import type { Updateable } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import type { RegionChange } from './region-day.ts';
import { findPhotos } from './store.ts';

export interface StoredPhoto {
  path: string;
  thumbPath: string;
}

export type ProfileChanges = Updateable<DB['profiles.profile']>;

export interface ProfileBefore extends RegionChange {
  region: string | null;
  timezone: string;
  photos: StoredPhoto[];
}

/** Locks a profile: two edits of one user, in two tabs, wait for each other. */
export async function lockProfile(tx: Tx, userId: string): Promise<ProfileBefore | undefined> {
  const row = await tx.db
    .selectFrom('profiles.profile')
    .where('user_id', '=', userId)
    .select(['region', 'timezone'])
    .select(['region_changed_at as regionChangedAt', 'region_changed_on as regionChangedOn'])
    .forUpdate()
    .executeTakeFirst();
  return row && { ...row, photos: await findPhotos(tx.db, userId) };
}

export async function writeProfile(tx: Tx, userId: string, changes: ProfileChanges): Promise<void> {
  await tx.db
    .updateTable('profiles.profile')
    .set({ ...changes, updated_at: tx.now })
    .where('user_id', '=', userId)
    .execute();
}

export async function writePhotos(tx: Tx, userId: string, photos: readonly StoredPhoto[]): Promise<void> {
  await tx.db.deleteFrom('profiles.photo').where('user_id', '=', userId).execute();
  if (photos.length === 0) return;
  await tx.db
    .insertInto('profiles.photo')
    .values(photos.map(({ path, thumbPath }, position) => ({ user_id: userId, position, path, thumb_path: thumbPath })))
    .execute();
}
