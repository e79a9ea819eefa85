import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import { noteForLedger } from '../platform/ledger-note.ts';

export interface StoredBlock {
  id: string;
  whom: string;
  alias: string | null;
  /** The name that the blocker knew at that time. Null: none. */
  name: string | null;
  createdAt: Date;
}

export interface NewBlock {
  who: string;
  whom: string;
  alias: string | null;
  name: string | null;
}

/** Returns the block of these two under this alias, made now or before. */
export async function insertBlock(tx: Tx, block: NewBlock): Promise<string> {
  const made = await tx.db
    .insertInto('safety.block')
    .values({ ...block, id: uuidv7(tx.now.getTime()), created_at: tx.now })
    .onConflict((clash) => clash.constraint('block_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) {
    await noteForLedger(tx, block.who);
    return made.id;
  }
  const known = await tx.db
    .selectFrom('safety.block')
    .select('id')
    .where('who', '=', block.who)
    .where('whom', '=', block.whom)
    .where('alias', 'is not distinct from', block.alias)
    .executeTakeFirstOrThrow();
  return known.id;
}

export async function deleteBlock(tx: Tx, { id, who }: { id: string; who: string }): Promise<boolean> {
  const gone = await tx.db.deleteFrom('safety.block').where('id', '=', id).where('who', '=', who).executeTakeFirst();
  if (gone.numDeletedRows === 0n) return false;
  await noteForLedger(tx, who);
  return true;
}

export async function findBlock(db: Kysely<DB>, id: string): Promise<NewBlock | undefined> {
  const block = db.selectFrom('safety.block').where('id', '=', id);
  return block.select(['who', 'whom', 'alias', 'name']).executeTakeFirst();
}

/** Gives a block without a name the blocked user's current one. */
export async function nameBlock(tx: Tx, id: string): Promise<void> {
  await sql`
    UPDATE safety.block SET name = shown.name FROM profiles.shown_person shown
    WHERE block.id = ${id} AND block.name IS NULL AND shown.user_id = block.whom`.execute(tx.db);
}

/** Deletes the blocks by one account and the blocks of it. */
export async function deleteBlocksOf(tx: Tx, userId: string): Promise<void> {
  const gone = await tx.db
    .deleteFrom('safety.block')
    .where((block) => block.or([block('who', '=', userId), block('whom', '=', userId)]))
    .returning('who')
    .execute();
  await noteForLedger(tx, ...new Set(gone.map(({ who }) => who)));
}

/** Lists blocks made before `before`, latest first. */
export async function findBlocks(
  db: Kysely<DB>,
  who: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<StoredBlock[]> {
  let blocks = db
    .selectFrom('safety.block')
    .where('who', '=', who)
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'whom', 'alias', 'name', 'created_at as createdAt']);
  if (before !== null) blocks = blocks.where('id', '<', before);
  return blocks.execute();
}

export async function isMember(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db.selectFrom('identity.member').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

/**
 * Returns the name that `viewer` reads now; null where the two are hidden from each other or the other is suspended or
 * gone.
 */
export async function findShownName(
  tx: Tx,
  { viewer, userId }: { viewer: string; userId: string },
): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    SELECT shown.name FROM profiles.shown_person shown
    JOIN identity.member ON member.user_id = shown.user_id
    LEFT JOIN identity.barred ON barred.user_id = shown.user_id
    WHERE shown.user_id = ${userId} AND coalesce(barred.suspended_until, '-infinity') <= ${tx.now}
      AND NOT EXISTS (SELECT FROM safety.hidden_pair pair WHERE pair.one = ${viewer} AND pair.other = shown.user_id)`.execute(
    tx.db,
  );
  return rows[0]?.name ?? null;
}
