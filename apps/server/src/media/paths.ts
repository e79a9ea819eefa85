import { UPLOAD_FOLDERS } from '@yonder/contract';

/**
 * copies: exports of one account's data. erasures: markers of erased accounts, empty. ledger: one account's blocks,
 * suspension and deletion request, which a restored backup forgets. sealed: encrypted evidence.
 */
const FOLDERS = [...UPLOAD_FOLDERS, 'copies', 'erasures', 'ledger', 'sealed'] as const;
export type Folder = (typeof FOLDERS)[number];

/** Stored extensions, and the types they are served as. */
export const MEDIA_TYPES = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  webm: 'audio/webm',
  m4a: 'audio/mp4',
  bin: 'application/octet-stream',
  zip: 'application/zip',
} as const;
export type Extension = keyof typeof MEDIA_TYPES;

/** `{folder}/{uuid}.{extension}`: the only form a path of the store has. */
export interface ObjectPath {
  folder: Folder;
  name: string;
  extension: Extension;
}

const form = new RegExp(
  `^(${FOLDERS.join('|')})/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.(${Object.keys(MEDIA_TYPES).join('|')})$`,
);

/** Parses a path; null for any other form, including the store's root and paths out of it. */
export function parseObjectPath(path: string): ObjectPath | null {
  const [, folder, name, extension] = form.exec(path) ?? [];
  if (!isFolder(folder) || name === undefined || !isExtension(extension)) return null;
  return { folder, name, extension };
}

/** @throws for an invalid path: client input never names what is written or deleted. */
export function objectPathOf(path: string): ObjectPath {
  const parsed = parseObjectPath(path);
  if (parsed === null) throw new Error('not a path of the object store');
  return parsed;
}

export function mediaTypeOf(path: string): string {
  return MEDIA_TYPES[objectPathOf(path).extension];
}

/** Returns the Content-Disposition: a name of ours, which reveals nothing. */
export function dispositionOf(path: string): string {
  if (isCopy(path)) return 'attachment; filename="my-data.zip"';
  const kind = mediaTypeOf(path).startsWith('audio/') ? 'voice' : 'picture';
  return `inline; filename="${kind}.${objectPathOf(path).extension}"`;
}

/** Whether the path is a copy of a user's data. */
export function isCopy(path: string): boolean {
  return parseObjectPath(path)?.folder === 'copies';
}

/** Returns where a profile photo is served. */
export function publicAddress(path: string): string {
  return `/media/${path}`;
}

function isFolder(value: string | undefined): value is Folder {
  return FOLDERS.some((folder) => folder === value);
}

function isExtension(value: string | undefined): value is Extension {
  return value !== undefined && Object.hasOwn(MEDIA_TYPES, value);
}
