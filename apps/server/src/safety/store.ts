import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import { noteForLedger } from '../platform/ledger-note.ts';

export interface StoredBlock {
  id: string;
  whom: string;
  alias: string | null;
  createdAt: Date;
  /** Known by name, and still to be shown: neither missing nor somebody who blocked back. */
  named: boolean;
}

export interface NewBlock {
  who: string;
  whom: string;
  alias: string | null;
  /** Until then nobody can see it. Null: from now on. */
  secretUntil: Date | null;
}

/** The block of these two under this alias; the one there is when it was made before. */
export async function insertBlock(tx: Tx, { secretUntil, ...block }: NewBlock): Promise<string> {
  const made = await tx.db
    .insertInto('safety.block')
    .values({ ...block, id: uuidv7(tx.now.getTime()), created_at: tx.now, secret_until: secretUntil })
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

/** Returns a block by its id. */
export async function findBlock(db: Kysely<DB>, id: string): Promise<NewBlock | undefined> {
  const block = db.selectFrom('safety.block').where('id', '=', id);
  return block.select(['who', 'whom', 'alias', 'secret_until as secretUntil']).executeTakeFirst();
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

/** A block whose time has come shows from now on; undefined when there is none such. */
export async function showBlock(tx: Tx, id: string): Promise<{ who: string; whom: string } | undefined> {
  return tx.db
    .updateTable('safety.block')
    .set({ secret_until: null })
    .where('id', '=', id)
    .where('secret_until', '<=', tx.now)
    .returning(['who', 'whom'])
    .executeTakeFirst();
}

/** Latest first, those made before `before`. */
export async function findBlocks(
  db: Kysely<DB>,
  who: string,
  { before, limit }: { before: string | null; limit: number },
): Promise<StoredBlock[]> {
  let blocks = db
    .selectFrom('safety.block as block')
    .where('who', '=', who)
    .orderBy('id', 'desc')
    .limit(limit)
    .select(['id', 'whom', 'alias', 'created_at as createdAt'])
    .select(
      // Scalars: as EXISTS all people, as NOT EXISTS all blocks may be read for it.
      sql<boolean>`
        alias IS NULL
        AND (SELECT member.user_id FROM identity.member member WHERE member.user_id = block.whom LIMIT 1) IS NOT NULL
        AND (
          SELECT back.id FROM safety.block back
          WHERE back.who = block.whom AND back.whom = block.who AND back.secret_until IS NULL LIMIT 1
        ) IS NULL`.as('named'),
    );
  if (before !== null) blocks = blocks.where('id', '<', before);
  return blocks.execute();
}

export async function isMember(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db.selectFrom('identity.member').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}
