import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { encrypt } from '../platform/cipher.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import type { ServerKeys } from '../platform/keys.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import type { FileRows } from './seams.ts';
import { unwrapKey } from './sealing.ts';
import { forgetFile, listUnsealedFiles, markFileSealed, type SealedRow } from './store.ts';

export interface FileSealerOptions {
  database: Database;
  objects: {
    get(path: string): Promise<{ body: Readable } | null>;
    put(path: string, bytes: Uint8Array): Promise<void>;
    delete(path: string): Promise<void>;
  };
  clock: Clock;
  log: Log;
  keys: Pick<ServerKeys, 'signing' | 'accepted'>;
  files: Pick<FileRows, 'replaced'>;
}

export interface FileSealer {
  /** Call once the transaction that sealed a message has committed. */
  wake(): void;
  /** Resolves when no file waits, except those the store failed on. */
  settled(): Promise<void>;
  start(): Stop;
}

/** Finds missed files: of a node that died, or while the store was away. */
const LOOK_EVERY_MS = 5_000;
const AT_ONCE = 10;

/**
 * Replaces the files of sealed messages by encrypted ones, outside of every transaction: a slow store would block
 * others. Each path is written once and deleted once, so two nodes may do the same file.
 */
export function createFileSealer({ database, objects, clock, log, keys, files }: FileSealerOptions): FileSealer {
  let working: Promise<void> | undefined;
  let wanted = false;

  async function sealAll(): Promise<void> {
    do {
      wanted = false;
      await sealEach();
    } while (wanted);
  }

  /** Tries each file once: a failing one is skipped, so that it blocks none behind it. */
  async function sealEach(): Promise<void> {
    for (let after: SealedRow | null = null; ;) {
      const due = await listUnsealedFiles(database.read, { now: new Date(clock.now()), after, limit: AT_ONCE });
      await Promise.all(due.map(sealOne));
      after = due.at(-1) ?? null;
      if (due.length < AT_ONCE) return;
    }
  }

  async function sealOne(row: SealedRow): Promise<void> {
    const { file, sealed_file: sealedFile, sender } = row;
    if (file === null || sealedFile === null) return;
    try {
      const stored = await objects.get(file);
      if (stored === null) {
        await database.transaction((tx) => forgetFile(tx, row));
        return;
      }
      const key = unwrapKey(keys, row);
      const bytes = encrypt(await buffer(stored.body), { key, about: sealedFile });
      await objects.put(sealedFile, bytes);
      const isMarked = await database.transaction(async (tx) => {
        const marked = await markFileSealed(tx, row);
        if (marked) await files.replaced(tx, { file, sealedFile, owner: sender, bytes: bytes.length });
        return marked;
      });
      // The sealed message expired meanwhile.
      if (!isMarked && !(await isKnown(row))) await objects.delete(sealedFile);
    } catch (error) {
      log.warn({ err: error }, 'evidence could not be sealed; tried again in 5 s');
    }
  }

  async function isKnown({ room_id, seq }: SealedRow): Promise<boolean> {
    const known = database.read.selectFrom('evidence.sealed').where('room_id', '=', room_id).where('seq', '=', seq);
    return (await known.select('seq').executeTakeFirst()) !== undefined;
  }

  function wake(): void {
    wanted = true;
    working ??= sealAll()
      .catch((error: unknown) => log.error({ err: error }, 'what to seal could not be read'))
      .finally(() => {
        working = undefined;
        // Woken between the last look and this.
        if (wanted) wake();
      });
  }

  return {
    wake,
    settled: async () => working,
    start: () => every(clock, LOOK_EVERY_MS, wake),
  };
}
