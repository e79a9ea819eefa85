import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { opaqueToken } from '../platform/ids.ts';
import type { Driver } from './object-store.ts';

/** Objects as files under `root`. A file appears whole or not at all. */
export function createDiskDriver(root: string): Driver {
  return {
    async put(path, bytes) {
      const file = join(root, path);
      await mkdir(dirname(file), { recursive: true, mode: 0o700 });
      await writeWhole(file, bytes);
    },
    async get(path, range) {
      const file = join(root, path);
      try {
        const { size } = await stat(file);
        const body = createReadStream(file, range && { start: range.from, end: range.to });
        await once(body, 'open');
        return { size, body };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async delete(path) {
      await rm(join(root, path), { force: true });
    },
  };
}

async function writeWhole(file: string, bytes: Uint8Array | Blob): Promise<void> {
  const draft = `${file}.${opaqueToken(6)}`;
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

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
