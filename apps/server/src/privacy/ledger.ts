import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { ObjectStore } from '../media/index.ts';
import type { DB, Tx } from '../platform/database.ts';

export type LedgerStore = Pick<ObjectStore, 'put' | 'get' | 'delete' | 'list'>;

/**
 * Records an erasure in the object store, since a restored database has forgotten it. The name reveals the user only to
 * a reader that knows the id.
 */
export async function keepInLedger(objects: Pick<LedgerStore, 'put'>, userId: string): Promise<void> {
  await objects.put(pathOf(userId), new Uint8Array());
}

export async function noteErasure(tx: Tx, userId: string): Promise<void> {
  await tx.db
    .insertInto('privacy.erasure')
    .values({ person_hash: personHash(userId), erased_at: tx.now })
    .onConflict((known) => known.doNothing())
    .execute();
}

/** Accounts that were erased once and came back with a backup. Asks the store for all at once. */
export async function findErased(
  { db, objects }: { db: Kysely<DB>; objects: Pick<LedgerStore, 'get'> },
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const known = await db
    .selectFrom('privacy.erasure')
    .where('person_hash', 'in', userIds.map(personHash))
    .select('person_hash')
    .execute();
  const hashes = new Set(known.map((row) => row.person_hash));
  const erased = await Promise.all(
    userIds.map(async (userId) => hashes.has(personHash(userId)) || (await isInStore(objects, userId))),
  );
  return userIds.filter((_userId, nth) => erased[nth]);
}

async function isInStore(objects: Pick<LedgerStore, 'get'>, userId: string): Promise<boolean> {
  const kept = await objects.get(pathOf(userId));
  kept?.body.destroy();
  return kept !== null;
}

function pathOf(userId: string): string {
  return `erasures/${personHash(userId)}.bin`;
}

/**
 * SHA-256 of the id in the form of a UUID: no way back to the id, and none from the id to a person after the erasure.
 */
export function personHash(userId: string): string {
  const hash = createHash('sha256').update(`erased ${userId}`).digest('hex');
  return hash.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
