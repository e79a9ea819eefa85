import { sql, type Insertable, type Kysely, type Selectable } from 'kysely';
import { idsOf, type DB, type Tx } from '../platform/database.ts';

export type SealedRow = Selectable<DB['evidence.sealed']>;

/** False: it was sealed before, and stays as it was. */
export async function insertSealed(tx: Tx, row: Insertable<DB['evidence.sealed']>): Promise<boolean> {
  const made = await tx.db
    .insertInto('evidence.sealed')
    .values(row)
    .onConflict((known) => known.doNothing())
    .returning('seq')
    .executeTakeFirst();
  return made !== undefined;
}

/** Locks the messages of a room that this recipient may still have opened. */
export async function lockSealed(
  tx: Tx,
  { roomId, recipient, seqs }: { roomId: string; recipient: string; seqs: readonly number[] },
): Promise<SealedRow[]> {
  return tx.db
    .selectFrom('evidence.sealed')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('recipient', '=', recipient)
    .where(sql<boolean>`seq = ANY(${idsOf(seqs.map(String))}::bigint[])`)
    .where('expires_at', '>', tx.now)
    .orderBy('seq')
    .forUpdate()
    .execute();
}

/** Locks the message that carried this file; null: there is none, or its encrypted bytes are stored. */
export async function lockUnsealedFile(tx: Tx, file: string): Promise<Date | null> {
  const row = await tx.db
    .selectFrom('evidence.sealed')
    .select('expires_at')
    .where('file', '=', file)
    .where('is_file_sealed', '=', false)
    .where('expires_at', '>', tx.now)
    .forUpdate()
    .executeTakeFirst();
  return row?.expires_at ?? null;
}

/** Ordered by room and number, those after `after`; null: from the first. */
export async function listUnsealedFiles(
  db: Kysely<DB>,
  { now, after, limit }: { now: Date; after: Pick<SealedRow, 'room_id' | 'seq'> | null; limit: number },
): Promise<SealedRow[]> {
  const rest = after ? sql<boolean>`(room_id, seq) > (${after.room_id}, ${after.seq})` : sql<boolean>`true`;
  return (
    db
      .selectFrom('evidence.sealed')
      .selectAll()
      // A literal, not a parameter, as the partial index has it.
      .where(sql<boolean>`file IS NOT NULL AND NOT is_file_sealed`)
      .where('expires_at', '>', now)
      .where(rest)
      .orderBy('room_id')
      .orderBy('seq')
      .limit(limit)
      .execute()
  );
}

/** False: another node has done it, or it has expired. */
export async function markFileSealed(tx: Tx, { room_id, seq }: Pick<SealedRow, 'room_id' | 'seq'>): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('evidence.sealed')
    .set({ is_file_sealed: true })
    .where('room_id', '=', room_id)
    .where('seq', '=', seq)
    .where('is_file_sealed', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Records that the file was gone from the store before it could be sealed. */
export async function forgetFile(tx: Tx, { room_id, seq }: Pick<SealedRow, 'room_id' | 'seq'>): Promise<void> {
  await tx.db
    .updateTable('evidence.sealed')
    .set({ file: null })
    .where('room_id', '=', room_id)
    .where('seq', '=', seq)
    .execute();
}

/** Deletes a message that has expired. Returns its files. */
export async function deleteOver(tx: Tx, { roomId, seq }: { roomId: string; seq: number }): Promise<string[]> {
  const row = await tx.db
    .deleteFrom('evidence.sealed')
    .where('room_id', '=', roomId)
    .where('seq', '=', seq)
    .where('expires_at', '<=', tx.now)
    .returning(['file', 'sealed_file'])
    .executeTakeFirst();
  return row ? filesOf(row) : [];
}

/**
 * Deletes at most `limit` messages that this recipient alone could have opened. Returns their files and how many there
 * were.
 */
export async function deleteFor(
  tx: Tx,
  recipient: string,
  limit: number,
): Promise<{ files: string[]; deleted: number }> {
  const rows = await tx.db
    .deleteFrom('evidence.sealed')
    .where((row) =>
      row.and([
        row('recipient', '=', recipient),
        sql<boolean>`(room_id, seq) IN (
          SELECT room_id, seq FROM evidence.sealed WHERE recipient = ${recipient} ORDER BY room_id, seq LIMIT ${limit}
        )`,
      ]),
    )
    .returning(['file', 'sealed_file'])
    .execute();
  return { files: rows.flatMap(filesOf), deleted: rows.length };
}

function filesOf({ file, sealed_file }: Pick<SealedRow, 'file' | 'sealed_file'>): string[] {
  return [file, sealed_file].flatMap((path) => path ?? []);
}
