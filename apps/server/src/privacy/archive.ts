import { open, type FileHandle } from 'node:fs/promises';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A ZIP that is written piece by piece: at most one piece is in memory. */
export interface Archive {
  /** packed: text. stored: data that is compressed already, as pictures and voice messages are. */
  add(name: string, how: 'packed' | 'stored', pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** Returns its size in bytes; nothing can be added any more. */
  finish(): Promise<number>;
}

interface ArchiveOptions {
  mtime: Date;
  /** Aborts writing. */
  signal: AbortSignal;
}

export async function openArchive(file: string, { mtime, signal }: ArchiveOptions): Promise<Archive & AsyncDisposable> {
  const handle = await open(file, 'wx', 0o600);
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  let bytes = 0;

  async function flush(): Promise<void> {
    for (const piece of ready.splice(0)) bytes += await writeWhole(handle, piece);
  }

  return {
    async add(name, how, pieces) {
      const entry = how === 'packed' ? new ZipDeflate(name) : new ZipPassThrough(name);
      entry.mtime = mtime;
      zip.add(entry);
      for await (const piece of pieces) {
        signal.throwIfAborted();
        entry.push(piece, false);
        await flush();
      }
      entry.push(new Uint8Array(), true);
      await flush();
    },
    async finish() {
      zip.end();
      await flush();
      return bytes;
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

async function writeWhole(handle: FileHandle, piece: Uint8Array): Promise<number> {
  await handle.writeFile(piece);
  return piece.length;
}
