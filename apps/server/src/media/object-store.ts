import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Clock } from '../platform/clock.ts';
import { uuidv7 } from '../platform/ids.ts';
import { createDiskDriver } from './disk-driver.ts';
import { objectPathOf, parseObjectPath, type Extension, type Folder } from './paths.ts';
import { createS3Driver, type S3Settings } from './s3-driver.ts';

/** Both ends included, as in HTTP. Within the object: who asks knows its size. */
export interface ByteRange {
  from: number;
  to: number;
}

export interface StoredBytes {
  /** Of the whole object, whatever the range. */
  size: number;
  /** To be read to its end, or destroyed. */
  body: Readable;
}

/** Where bytes are kept. Paths have been looked at before. */
export interface Driver {
  /** The whole object or nothing of it. A blob that stands for a file is read piece by piece. */
  put(path: string, bytes: Uint8Array | Blob): Promise<void>;
  get(path: string, range?: ByteRange): Promise<StoredBytes | null>;
  /** Deleting what is not there is no error. */
  delete(path: string): Promise<void>;
  /** The paths of everything in a folder, unordered. Objects put or deleted during the listing may be among them. */
  list(folder: Folder): AsyncIterable<string>;
  /** What has been half put since before then is no more: whoever put it was killed. */
  sweep(before: Date): Promise<void>;
}

export interface ObjectStore extends Driver {
  /** A path nobody can guess, never given twice. */
  newPath(what: { folder: Folder; extension: Extension }): string;
}

export interface ObjectStoreSettings {
  /** file:folder, or s3://bucket and what its keys begin with. */
  url: string;
  /** Null: files. */
  s3: S3Settings | null;
}

/** The store that OBJECT_STORE_URL names. */
export function openObjectStore({ url, s3, clock }: ObjectStoreSettings & { clock: Clock }): ObjectStore {
  return createObjectStore(driverOf({ url, s3, clock }), clock);
}

/** Guards a driver: null for what is no path when reading, an error when writing or deleting. */
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
