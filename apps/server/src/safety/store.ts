import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';

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

export interface NewReport {
  /** Null: the screening of what was written. */
  reporter: string | null;
  reported: string;
  target: { type: string; id: string };
  reason: string;
  text: string;
  /** As it is at this moment, whatever happens to its source later. */
  evidence: unknown;
}

/** The block of these two under this alias; the one there is when it was made before. */
export async function insertBlock(tx: Tx, { secretUntil, ...block }: NewBlock): Promise<string> {
  const made = await tx.db
    .insertInto('safety.block')
    .values({ ...block, id: uuidv7(tx.now.getTime()), created_at: tx.now, secret_until: secretUntil })
    .onConflict((clash) => clash.constraint('block_once').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made) return made.id;
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
  return gone.numDeletedRows > 0n;
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
      sql<boolean>`
        alias IS NULL
        AND EXISTS (SELECT FROM identity.member member WHERE member.user_id = block.whom)
        AND NOT EXISTS (
          SELECT FROM safety.block back
          WHERE back.who = block.whom AND back.whom = block.who AND back.secret_until IS NULL
        )`.as('named'),
    );
  if (before !== null) blocks = blocks.where('id', '<', before);
  return blocks.execute();
}

export async function insertReport(tx: Tx, { target, evidence, ...report }: NewReport): Promise<string> {
  const id = uuidv7(tx.now.getTime());
  await tx.db
    .insertInto('safety.report')
    .values({
      ...report,
      id,
      target_type: target.type,
      target_id: target.id,
      evidence: JSON.stringify(evidence),
      created_at: tx.now,
    })
    .execute();
  return id;
}

export async function isMember(db: Kysely<DB>, userId: string): Promise<boolean> {
  const row = await db.selectFrom('identity.member').select('user_id').where('user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

/** Whether a report keeps what was said in a room, or one file that was sent there. */
export async function isHeld(
  db: Kysely<DB>,
  { roomId, mediaPath }: { roomId: string; mediaPath?: string },
): Promise<boolean> {
  let reports = db
    .selectFrom('safety.report')
    .select('id')
    .where(sql<string>`evidence ->> 'chatRoomId'`, '=', roomId)
    .limit(1);
  if (mediaPath !== undefined) {
    reports = reports.where(sql<boolean>`evidence -> 'messages' @> ${JSON.stringify([{ mediaPath }])}::jsonb`);
  }
  return (await reports.executeTakeFirst()) !== undefined;
}

/** Whether a report of this person keeps the photo they were shown by. */
export async function isPhotoHeld(
  db: Kysely<DB>,
  { owner, photo }: { owner: string; photo: string },
): Promise<boolean> {
  const report = await db
    .selectFrom('safety.report')
    .where('reported', '=', owner)
    .where(sql<string>`evidence ->> 'photo'`, '=', photo)
    .select('id')
    .executeTakeFirst();
  return report !== undefined;
}
