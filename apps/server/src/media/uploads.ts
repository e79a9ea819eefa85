import type { UploadAnswer, UploadFolder } from '@yonder/contract';
import { isTaken, type Database, type Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import { isNodeAlive } from '../platform/nodes.ts';
import type { Images } from './images.ts';
import type { ObjectStore } from './object-store.ts';
import { publicAddress, type Extension } from './paths.ts';
import { findUpload, insertObject, markPut, type Meta, type NewObject } from './rows.ts';
import type { Voices } from './voices.ts';

/** The deadline that checks whether a file was claimed. */
export const UNTAKEN_DEADLINE = 'media.untaken';
const TAKEN_WITHIN_MS = 86_400_000;
/** While another node stores the same file. */
const ASK_AGAIN_SECONDS = 5;

export interface Upload {
  owner: string;
  folder: UploadFolder;
  file: Buffer;
  /** Equal on every retry; null: never retried. */
  requestId: string | null;
}

/** Screens a picture by its content before it is stored. */
export interface PictureScreening {
  /** @throws DomainError 'picture-refused' or 'busy'. */
  screen(picture: Buffer): Promise<'allow' | 'review'>;
  /** Runs in the storing transaction: a moderator should look at it. */
  review(tx: Tx, picture: { owner: string; path: string }): Promise<void>;
}

interface UploadOptions {
  database: Database;
  nodeId: string;
  objects: Pick<ObjectStore, 'put' | 'delete'>;
  newPath: ObjectStore['newPath'];
  images: Images;
  voices: Voices;
  pictures: PictureScreening;
  /** Per user, in bytes. */
  quota: number;
  giveUp(tx: Tx, path: string): Promise<void>;
}

/** A file as it is stored. */
interface Draft {
  extension: Extension;
  bytes: Buffer;
  thumb?: Buffer;
  meta: Meta;
}

/** Where the bytes go. */
interface StoredDraft {
  path: string;
  thumbPath: string;
  bytes: Buffer;
  thumb: Buffer | undefined;
}

/**
 * Takes files in: redrawn, counted, stored. Returns the path by which a message may claim the file. A retried request
 * gets the first one's result: it waits here, or is told to ask again while another node works on it.
 */
export function createUploads(options: UploadOptions) {
  const { database, nodeId, objects, newPath, images, voices, pictures, quota, giveUp } = options;
  /** By owner and request id. */
  const pending = new Map<string, { folder: Upload['folder']; answer: Promise<UploadAnswer> }>();

  async function draftOf({ owner, folder, file }: Upload): Promise<Draft> {
    if (folder === 'voice') {
      const { extension, bytes, seconds } = await voices.remux(file, owner);
      return { extension, bytes, meta: { seconds } };
    }
    // Sealed means that nothing of it shows: no thumb, no placeholder.
    if (folder === 'one-time') return { extension: 'webp', bytes: (await images.redraw(file, owner)).bytes, meta: {} };
    const { bytes, thumb, ...meta } = await images.redrawWithThumb(file, owner);
    return { extension: 'webp', bytes, thumb, meta };
  }

  /**
   * Returns the path that an earlier request with this id got; gives up what a dead node left.
   * @throws DomainError 'bad-request-id' when that request was for another folder.
   */
  async function findAnswered({ owner, folder }: Upload, requestId: string): Promise<string | undefined> {
    const earlier = await findUpload(database.read, { owner, requestId });
    if (!earlier) return undefined;
    const { path, putting } = earlier;
    if (!path.startsWith(`${folder}/`)) throw new DomainError('bad-request-id');
    if (putting === null) return path;
    if (putting !== nodeId && (await isNodeAlive(database.read, putting))) throw beingPut();
    await database.transaction((tx) => giveUp(tx, path));
    return undefined;
  }

  /** The row comes first: bytes without a row would never be found again. */
  async function account(object: NewObject, verdict: 'allow' | 'review'): Promise<void> {
    const fits = await database
      .transaction(async (tx) => {
        if (!(await insertObject(tx, object, quota))) return false;
        const due = new Date(tx.now.getTime() + TAKEN_WITHIN_MS);
        const { owner, path } = object;
        if (verdict === 'review') await pictures.review(tx, { owner, path });
        await tx.deadline({ kind: UNTAKEN_DEADLINE, key: path, due });
        return true;
      })
      .catch((error: unknown) => {
        throw isTaken(error, 'object_of_request') ? beingPut(error) : error;
      });
    if (!fits) throw new DomainError('quota-exceeded');
  }

  async function put({ path, thumbPath, bytes, thumb }: StoredDraft): Promise<void> {
    const stored = await Promise.allSettled([
      objects.put(path, bytes),
      ...(thumb ? [objects.put(thumbPath, thumb)] : []),
    ]);
    const failed = stored.find((one) => one.status === 'rejected');
    if (failed) {
      await database.transaction((tx) => giveUp(tx, path));
      throw failed.reason;
    }
    if (await markPut(database.read, path)) return;
    // The row may be gone, and with it what would erase the bytes.
    await Promise.all([path, ...(thumb ? [thumbPath] : [])].map((one) => objects.delete(one)));
    throw beingPut();
  }

  async function store(upload: Upload): Promise<string> {
    const { owner, folder, requestId } = upload;
    const { extension, bytes, thumb, meta } = await draftOf(upload);
    const verdict = folder === 'voice' ? 'allow' : await pictures.screen(bytes);
    const path = newPath({ folder, extension });
    const thumbPath = newPath({ folder, extension: 'webp' });
    const thumbnail = thumb ? { path: thumbPath, bytes: thumb.length } : null;
    const object = { path, owner, folder, meta, bytes: bytes.length, thumb: thumbnail, requestId, putting: nodeId };
    await account(object, verdict);
    await put({ path, thumbPath, bytes, thumb });
    return path;
  }

  async function answer(upload: Upload): Promise<UploadAnswer> {
    const { folder, requestId } = upload;
    const path = (requestId === null ? undefined : await findAnswered(upload, requestId)) ?? (await store(upload));
    return { path, ...(folder === 'photos' && { url: publicAddress(path) }) };
  }

  return async function upload(what: Upload): Promise<UploadAnswer> {
    if (what.requestId === null) return answer(what);
    const key = `${what.owner} ${what.requestId}`;
    const first = pending.get(key);
    if (first && first.folder !== what.folder) throw new DomainError('bad-request-id');
    if (first) return first.answer;
    const mine = answer(what).finally(() => pending.delete(key));
    pending.set(key, { folder: what.folder, answer: mine });
    return mine;
  };
}

function beingPut(cause?: unknown): DomainError {
  return new DomainError('busy', { retryAfter: ASK_AGAIN_SECONDS, cause });
}
