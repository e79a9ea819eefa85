import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ObjectStore } from '../media/index.ts';
import type { DB, Tx } from '../platform/database.ts';

export type LedgerStore = Pick<ObjectStore, 'put' | 'get' | 'delete'>;

/**
 * That somebody was erased, in the object store: a restored database has forgotten it. The name says who it was to whoever
 * knows their id, and nothing to anybody else.
 */
export async function keepInLedger(objects: LedgerStore, userId: string): Promise<void> {
  await objects.put(pathOf(userId), new Uint8Array());
}

export async function noteErasure(tx: Tx, userId: string): Promise<void> {
  await tx.db
    .insertInto('privacy.erasure')
    .values({ person_hash: personHash(userId), erased_at: tx.now })
    .onConflict((known) => known.doNothing())
    .execute();
}

/** Whether this account was erased once, and came back with a backup. */
export async function wasErased(
  { db, objects }: { db: Kysely<DB>; objects: LedgerStore },
  userId: string,
): Promise<boolean> {
  const known = db.selectFrom('privacy.erasure').where('person_hash', '=', personHash(userId)).select('erased_at');
  if (await known.executeTakeFirst()) return true;
  const kept = await objects.get(pathOf(userId));
  kept?.body.destroy();
  return kept !== null;
}

function pathOf(userId: string): string {
  return `erasures/${personHash(userId)}.bin`;
}

/** SHA-256 of the id, cut to the form of a UUID: no way back to the id, and none from the id to a person once they are erased. */
export function personHash(userId: string): string {
  const hash = createHash('sha256').update(`erased ${userId}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
