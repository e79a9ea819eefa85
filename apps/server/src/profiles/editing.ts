import type { Input } from '@yonder/contract';
import { isRegion } from '@yonder/contract/regions';
import { publicAddress } from '../media/index.ts';
import type { Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { knownTimezone, localDate } from './age.ts';
import { canonicalLanguages } from './onboarding.ts';
import {
  lockProfile,
  writePhotos,
  writeProfile,
  type ProfileBefore,
  type ProfileChanges,
  type StoredPhoto,
} from './edit-store.ts';
import { mayChangeRegion } from './region-day.ts';
import { tidyInterests } from './words.ts';

type Edit = Input<'updateProfile'>;

/** What media does for a profile's photos. */
export interface PhotoFiles {
  /** @throws DomainError 'media-not-found' for a file that the owner has not uploaded. */
  claim(tx: Tx, photo: { path: string; owner: string }): Promise<StoredPhoto>;
  /** Releases a photo that is no longer shown. */
  release(tx: Tx, path: string): Promise<void>;
}

/**
 * Changes the given fields and leaves the rest.
 * @throws DomainError 'profile-not-found', 'bad-input', 'unknown-region', 'region-changed-today' or 'photo-not-found'
 */
export async function editProfile(tx: Tx, userId: string, { photos, ...edit }: Edit, files: PhotoFiles): Promise<void> {
  const before = await lockProfile(tx, userId);
  if (before === undefined) throw new DomainError('profile-not-found');
  const timezone = knownTimezone(edit.timezone ?? before.timezone);
  await writeProfile(tx, userId, {
    ...wordsOf(edit),
    ...regionOf(edit.region, before, { now: tx.now, timezone }),
    ...(edit.showsAgeRange !== undefined && { shows_age_range: edit.showsAgeRange }),
    ...(edit.timezone !== undefined && { timezone }),
  });
  if (photos !== undefined) await changePhotos(tx, userId, { wanted: photos, before: before.photos, files });
}

function wordsOf({ name, bio, languages, interests }: Edit): ProfileChanges {
  return {
    ...(name !== undefined && { name }),
    ...(bio !== undefined && { bio }),
    ...(languages !== undefined && { languages: canonicalLanguages(languages) }),
    ...(interests !== undefined && { interests: tidyInterests(interests) }),
  };
}

/** Empty when the region stays the same. */
function regionOf(
  region: string | undefined,
  before: ProfileBefore,
  here: { now: Date; timezone: string },
): ProfileChanges {
  if (region === undefined || region === before.region) return {};
  if (!isRegion(region)) throw new DomainError('unknown-region');
  if (!mayChangeRegion(before, here)) throw new DomainError('region-changed-today');
  return { region, region_changed_at: here.now, region_changed_on: localDate(here.now, here.timezone) };
}

interface PhotoChange {
  /** Addresses of existing photos, and paths of new uploads. */
  wanted: readonly string[];
  before: readonly StoredPhoto[];
  files: PhotoFiles;
}

/** Stores the photos in the wanted order and releases the others. */
async function changePhotos(tx: Tx, owner: string, { wanted, before, files }: PhotoChange): Promise<void> {
  const paths = wanted.map((address) => address.slice(address.startsWith(ROOT) ? ROOT.length : 0));
  if (new Set(paths).size !== paths.length) throw new DomainError('bad-input');
  const after: StoredPhoto[] = [];
  for (const path of paths) {
    after.push(before.find((photo) => photo.path === path) ?? (await claimed(tx, { path, owner }, files)));
  }
  await writePhotos(tx, owner, after);
  for (const { path } of before) if (!paths.includes(path)) await files.release(tx, path);
}

const ROOT = publicAddress('');

async function claimed(tx: Tx, photo: { path: string; owner: string }, files: PhotoFiles): Promise<StoredPhoto> {
  try {
    return await files.claim(tx, photo);
  } catch (cause) {
    if (!(cause instanceof DomainError) || cause.reason !== 'media-not-found') throw cause;
    throw new DomainError('photo-not-found', { cause });
  }
}
