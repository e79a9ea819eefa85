import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { opaqueToken, uuidv7 } from '../platform/ids.ts';
import type { Clock } from '../platform/clock.ts';

export const FOLDERS = ['photos', 'voice', 'images', 'one-time'] as const;
export type Folder = (typeof FOLDERS)[number];

/** What is kept and the type it is served as. */
export const MEDIA_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  webm: 'audio/webm',
  bin: 'application/octet-stream',
} as const;
export type Extension = keyof typeof MEDIA_TYPES;

/** `{folder}/{uuid}.{extension}`: the only form an address in the store has. */
export interface ObjectPath {
  folder: Folder;
  name: string;
  extension: Extension;
}

export interface ObjectStore {
  /** Keeps the bytes under a name nobody can guess and answers its path. */
  put(what: { folder: Folder; extension: Extension; bytes: Uint8Array }): Promise<string>;
  /** Null when there is nothing of that path, or the path is none. */
  get(path: string): Promise<Uint8Array | null>;
  /** Deleting what is not there is no error. */
  delete(path: string): Promise<void>;
}

const form = new RegExp(
  `^(${FOLDERS.join('|')})/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.(${Object.keys(MEDIA_TYPES).join('|')})$`,
);

/** Reads a path; null for all that is not of the one form, the store's root and paths out of it included. */
export function parseObjectPath(path: string): ObjectPath | null {
  const [, folder, name, extension] = form.exec(path) ?? [];
  if (!isFolder(folder) || name === undefined || !isExtension(extension)) return null;
  return { folder, name, extension };
}

/** The store that OBJECT_STORE_URL names. */
export function openObjectStore({ url, clock }: { url: string; clock: Clock }): ObjectStore {
  if (!url.startsWith('file:')) throw new Error('OBJECT_STORE_URL must begin with file: as yet.');
  const root = url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length);
  return createFileObjectStore({ root, clock });
}

/** Objects as files under `root`. A file appears whole or not at all. */
export function createFileObjectStore({ root, clock }: { root: string; clock: Clock }): ObjectStore {
  const fileOf = ({ folder, name, extension }: ObjectPath): string => join(root, folder, `${name}.${extension}`);

  return {
    async put({ folder, extension, bytes }) {
      const name = uuidv7(clock.now());
      await mkdir(join(root, folder), { recursive: true, mode: 0o700 });
      await writeWhole(fileOf({ folder, name, extension }), bytes);
      return `${folder}/${name}.${extension}`;
    },
    async get(path) {
      const parsed = parseObjectPath(path);
      return parsed === null ? null : readIfThere(fileOf(parsed));
    },
    async delete(path) {
      const parsed = parseObjectPath(path);
      if (parsed === null) throw new Error('not a path of the object store');
      await rm(fileOf(parsed), { force: true });
    },
  };
}

async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  const draft = `${file}.${opaqueToken(6)}`;
  const handle = await open(draft, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, file);
}

async function readIfThere(file: string): Promise<Uint8Array | null> {
  try {
    return await readFile(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

function isFolder(value: string | undefined): value is Folder {
  return FOLDERS.some((folder) => folder === value);
}

function isExtension(value: string | undefined): value is Extension {
  return value !== undefined && Object.hasOwn(MEDIA_TYPES, value);
}
