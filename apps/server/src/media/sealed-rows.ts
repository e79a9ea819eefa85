import { sql } from 'kysely';
import type { Tx } from '../platform/database.ts';
import type { ObjectStore } from './object-store.ts';
import { objectPathOf } from './paths.ts';
import { keepUntil, uncount } from './rows.ts';

export type EvidenceRows = ReturnType<typeof createEvidenceRows>;

interface EvidenceRowsOptions {
  objects: Pick<ObjectStore, 'newPath'>;
  /** Runs after the commit: something may leave the store. */
  wake(): void;
}

/** Rows of shown files, kept encrypted for a report. */
export function createEvidenceRows({ objects, wake }: EvidenceRowsOptions) {
  return {
    newPath: (file: string): string => objects.newPath({ folder: 'sealed', extension: objectPathOf(file).extension }),
    keepUntil,
    reveal,
    async replaced(tx: Tx, moved: Replaced): Promise<void> {
      await replaced(tx, moved);
      tx.after(wake);
    },
    async expire(tx: Tx, paths: readonly string[]): Promise<void> {
      await eraseNow(tx, paths);
      await uncount(tx, paths);
      tx.after(wake);
    },
  };
}

interface Replaced {
  file: string;
  sealedFile: string;
  owner: string;
  bytes: number;
}

/** Makes a sealed message's file leave the store then, or once its encrypted bytes are stored. */
export async function conceal(tx: Tx, path: string, until: Date): Promise<void> {
  await tx.db
    .updateTable('media.object')
    .set({ erase_at: until })
    .where('path', '=', path)
    .where('erase_at', 'is', null)
    .execute();
}

/** Counts the encrypted bytes against the sender's quota, instead of the file's. */
async function replaced(tx: Tx, { file, sealedFile, owner, bytes }: Replaced): Promise<void> {
  const stored = await tx.db
    .updateTable('media.object')
    .set({ bytes })
    .where('path', '=', sealedFile)
    .returning('path')
    .executeTakeFirst();
  await eraseNow(tx, [file]);
  await uncount(tx, [file]);
  if (!stored) return;
  await tx.db
    .insertInto('media.usage')
    .values({ owner, bytes })
    .onConflict((known) => known.column('owner').doUpdateSet({ bytes: sql`usage.bytes + ${bytes}` }))
    .execute();
}

/** Keeps a file for a report: out of the eraser's reach, visible to moderators alone. */
async function reveal(tx: Tx, { path, fileKey }: { path: string; fileKey: Buffer | null }): Promise<void> {
  await tx.db
    .updateTable('media.object')
    .set({ erase_at: null, held_at: tx.now, file_key: fileKey })
    .where('path', '=', path)
    .execute();
}

/** Erases now what was due later; files without a due time still have an owner. */
async function eraseNow(tx: Tx, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await tx.db
    .updateTable('media.object')
    .set({ erase_at: tx.now })
    .where('path', 'in', paths)
    .where('erase_at', 'is not', null)
    .execute();
}
