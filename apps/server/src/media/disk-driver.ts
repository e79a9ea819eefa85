import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { opaqueToken } from '../platform/ids.ts';
import type { ByteRange, Driver, StoredBytes } from './object-store.ts';

/** Objects as files under `root`. A file appears whole or not at all: until then, no path names it. */
export function createDiskDriver(root: string): Driver {
  const drafts = join(root, '.drafts');
  return {
    async put(path, bytes) {
      const file = join(root, path);
      for (const folder of [drafts, dirname(file)]) await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeWhole({ draft: join(drafts, opaqueToken()), file }, bytes);
    },
    get: (path, range) => unlessMissing(read(join(root, path), range)),
    async delete(path) {
      await rm(join(root, path), { force: true });
    },
    async *list(folder) {
      for (const name of (await unlessMissing(readdir(join(root, folder)))) ?? []) yield `${folder}/${name}`;
    },
    async sweep(before) {
      for (const name of (await unlessMissing(readdir(drafts))) ?? []) await removeOld(join(drafts, name), before);
    },
  };
}

async function read(file: string, range?: ByteRange): Promise<StoredBytes> {
  const { size } = await stat(file);
  const body = createReadStream(file, range && { start: range.from, end: range.to });
  await once(body, 'open');
  return { size, body };
}

/** Both paths are in one file system, so the rename is atomic. */
async function writeWhole({ draft, file }: { draft: string; file: string }, bytes: Uint8Array | Blob): Promise<void> {
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(bytes instanceof Blob ? bytes.stream() : bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function removeOld(draft: string, before: Date): Promise<void> {
  const found = await unlessMissing(stat(draft));
  if (found && found.mtime < before) await rm(draft, { force: true });
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}
