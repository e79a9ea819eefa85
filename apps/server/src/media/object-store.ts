import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../platform/clock.ts';
import { uuidv7 } from '../platform/ids.ts';
import { createDiskDriver } from './disk-driver.ts';
import { objectPathOf, parseObjectPath, type Extension, type Folder } from './paths.ts';
import { createS3Driver, type S3Settings } from './s3-driver.ts';

/** Both ends inclusive, as in HTTP, and inside the object: the caller knows its size. */
export interface ByteRange {
  from: number;
  to: number;
}

export interface StoredBytes {
  /** Size of the whole object, also for a range. */
  size: number;
  /** Read it to its end, or destroy it. */
  body: Readable;
}

/** Stores bytes under paths that were validated before. */
export interface Driver {
  /** Stores the whole object or nothing. A blob that stands for a file is read piece by piece. */
  put(path: string, bytes: Uint8Array | Blob): Promise<void>;
  get(path: string, range?: ByteRange): Promise<StoredBytes | null>;
  /** Deleting a missing object is no error. */
  delete(path: string): Promise<void>;
  /** Yields all paths of a folder, unordered. Objects put or deleted during the listing may be among them. */
  list(folder: Folder): AsyncIterable<string>;
  /** Removes what a killed process left half put since before then. */
  sweep(before: Date): Promise<void>;
}

export interface ObjectStore extends Driver {
  /** Returns an unguessable path, never given twice. */
  newPath(what: { folder: Folder; extension: Extension }): string;
}

export interface ObjectStoreSettings {
  /** file:folder, or s3://bucket and a key prefix. */
  url: string;
  /** Null: files. */
  s3: S3Settings | null;
}

/** Opens the store that OBJECT_STORE_URL names. */
export function openObjectStore({ url, s3, clock }: ObjectStoreSettings & { clock: Clock }): ObjectStore {
  return createObjectStore(driverOf({ url, s3, clock }), clock);
}

/** Guards a driver: an invalid path reads as null, and throws when writing or deleting. */
export function createObjectStore(driver: Driver, clock: Pick<Clock, 'now'>): ObjectStore {
  return {
    newPath: ({ folder, extension }) => `${folder}/${uuidv7(clock.now())}.${extension}`,
    async put(path, bytes) {
      objectPathOf(path);
      await driver.put(path, bytes);
    },
    async get(path, range) {
      return parseObjectPath(path) === null ? null : driver.get(path, range);
    },
    async delete(path) {
      objectPathOf(path);
      await driver.delete(path);
    },
    async *list(folder) {
      for await (const path of driver.list(folder)) if (parseObjectPath(path)?.folder === folder) yield path;
    },
    sweep: (before) => driver.sweep(before),
  };
}

function driverOf({ url, s3, clock }: ObjectStoreSettings & { clock: Clock }): Driver {
  if (s3 !== null) return createS3Driver({ ...s3, url, clock });
  return createDiskDriver(url.startsWith('file://') ? fileURLToPath(url) : url.slice('file:'.length));
}
