import type { UploadAnswer, UploadFolder } from '@yonder/contract';
import type { Database, Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Images } from './images.ts';
import type { ObjectStore } from './object-store.ts';
import { publicAddress, type Extension } from './paths.ts';
import { insertObject, type Meta, type NewObject } from './rows.ts';
import type { Voices } from './voices.ts';

/** The deadline that looks whether somebody has taken a file. */
export const UNTAKEN_DEADLINE = 'media.untaken';
const TAKEN_WITHIN_MS = 86_400_000;

export interface Upload {
  owner: string;
  folder: UploadFolder;
  file: Buffer;
}

/** What others say of a picture before it is stored, by what it looks like. */
export interface PictureScreening {
  /** @throws DomainError 'picture-refused' or 'busy'. */
  screen(picture: Buffer): Promise<'allow' | 'review'>;
  /** Within: it is stored, and a moderator should look at it. */
  review(tx: Tx, picture: { owner: string; path: string }): Promise<void>;
}

interface UploadOptions {
  database: Database;
  objects: Pick<ObjectStore, 'put'>;
  newPath: ObjectStore['newPath'];
  images: Images;
  voices: Voices;
  pictures: PictureScreening;
  /** A person's, in bytes. */
  quota: number;
  giveUp(tx: Tx, path: string): Promise<void>;
}

/** A file as it is kept. */
interface Draft {
  extension: Extension;
  bytes: Buffer;
  thumb?: Buffer;
  meta: Meta;
}

/** Takes files in: made anew, counted, stored. Answers the path a message may take it by. */
export function createUploads(options: UploadOptions) {
  const { database, objects, newPath, images, voices, pictures, quota, giveUp } = options;

  async function draftOf({ owner, folder, file }: Upload): Promise<Draft> {
    if (folder === 'voice') {
      const { extension, bytes, seconds } = await voices.remux(file, owner);
      return { extension, bytes, meta: { seconds } };
    }
    // Sealed means that nothing of it is to be seen: no thumb, no placeholder.
    if (folder === 'one-time') return { extension: 'webp', bytes: (await images.redraw(file, owner)).bytes, meta: {} };
    const { bytes, thumb, ...meta } = await images.redrawWithThumb(file, owner);
    return { extension: 'webp', bytes, thumb, meta };
  }

  /** The row comes first: bytes without a row would never be found again. */
  async function account(object: NewObject, verdict: 'allow' | 'review'): Promise<void> {
    const fits = await database.transaction(async (tx) => {
      if (!(await insertObject(tx, object, quota))) return false;
      const due = new Date(tx.now.getTime() + TAKEN_WITHIN_MS);
      const { owner, path } = object;
      if (verdict === 'review') await pictures.review(tx, { owner, path });
      await tx.deadline({ kind: UNTAKEN_DEADLINE, key: path, due });
      return true;
    });
    if (!fits) throw new DomainError('quota-exceeded');
  }

  return async function upload({ owner, folder, file }: Upload): Promise<UploadAnswer> {
    const { extension, bytes, thumb, meta } = await draftOf({ owner, folder, file });
    const verdict = folder === 'voice' ? 'allow' : await pictures.screen(bytes);
    const path = newPath({ folder, extension });
    const thumbPath = newPath({ folder, extension: 'webp' });
    const thumbnail = thumb ? { path: thumbPath, bytes: thumb.length } : null;
    await account({ path, owner, folder, meta, bytes: bytes.length, thumb: thumbnail }, verdict);
    const stored = await Promise.allSettled([
      objects.put(path, bytes),
      ...(thumb ? [objects.put(thumbPath, thumb)] : []),
    ]);
    const failed = stored.find((one) => one.status === 'rejected');
    if (failed) {
      await database.transaction((tx) => giveUp(tx, path));
      throw failed.reason;
    }
    return { path, ...(folder === 'photos' && { url: publicAddress(path) }) };
  };
}
