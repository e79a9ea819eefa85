import type { Person } from '@yonder/contract';
import type { Kysely } from 'kysely';
import { publicAddress } from '../media/index.ts';
import type { DB, Tx } from '../platform/database.ts';
import type { PhotoFiles } from './editing.ts';
import { lockProfile, writePhotos, writeProfile } from './edit-store.ts';
import { findProfile } from './store.ts';
import { personOf } from './views.ts';

/**
 * Hides a user's photos from others until a moderator has judged them; `since` null shows them again. Returns the paths
 * of their files; none when there is nothing to hide.
 */
export async function hidePhotos(tx: Tx, userId: string, since: Date | null): Promise<string[]> {
  const before = await lockProfile(tx, userId);
  if (!before) return [];
  const paths = before.photos.flatMap(({ path, thumbPath }) => [path, thumbPath]);
  if (since !== null && paths.length === 0) return [];
  await writeProfile(tx, userId, { photos_hidden_at: since });
  return paths;
}

/** Removes what a user shows of themselves: name, bio and photos. */
export async function takeAwayPortrait(tx: Tx, userId: string, files: Pick<PhotoFiles, 'release'>): Promise<void> {
  const before = await lockProfile(tx, userId);
  if (!before) return;
  await writeProfile(tx, userId, { name: '', bio: '', photos_hidden_at: null });
  await writePhotos(tx, userId, []);
  for (const { path } of before.photos) await files.release(tx, path);
}

/** Removes one photo, if the user still has it. */
export async function takeAwayPhoto(
  tx: Tx,
  { owner, path }: { owner: string; path: string },
  files: Pick<PhotoFiles, 'release'>,
): Promise<void> {
  const before = await lockProfile(tx, owner);
  if (!before?.photos.some((photo) => photo.path === path)) return;
  await writePhotos(
    tx,
    owner,
    before.photos.filter((photo) => photo.path !== path),
  );
  await writeProfile(tx, owner, {});
  await files.release(tx, path);
}

/** Returns what a user shows of themselves, as a report stores it; photos by their public addresses. */
export async function portraitOf(tx: Tx, userId: string): Promise<Person & { bio: string; photos: string[] }> {
  const profile = await findProfile(tx.db, userId);
  const photos = (profile?.photos ?? []).map(({ path }) => publicAddress(path));
  const [front] = profile?.photos ?? [];
  const { path = null, thumbPath = null } = front ?? {};
  return { ...personOf({ userId, name: profile?.name ?? '', path, thumbPath }), bio: profile?.bio ?? '', photos };
}

export async function hasPhoto(db: Kysely<DB>, { owner, path }: { owner: string; path: string }): Promise<boolean> {
  const photo = db.selectFrom('profiles.photo').where('user_id', '=', owner).where('path', '=', path);
  return (await photo.select('path').executeTakeFirst()) !== undefined;
}
