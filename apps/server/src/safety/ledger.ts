import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';

/** A block row as JSON, with all its columns but the name: the ledger outlives migrations. */
export type LedgerBlock = Readonly<Record<string, unknown>>;

/** The deadline that ends the call and closes the chats of a block which the ledger brought back. */
export const ENFORCE = 'safety.enforce';

/** Returns one account's blocks, ordered by id. */
export async function findLedgerBlocks(db: Kysely<DB>, who: string): Promise<LedgerBlock[]> {
  const { rows } = await sql<{ block: LedgerBlock }>`
    SELECT to_jsonb(block) - 'name' AS block FROM safety.block WHERE who = ${who} ORDER BY id`.execute(db);
  return rows.map(({ block }) => block);
}

/** Replaces one account's blocks by those of the ledger; returns how many were added or deleted. */
export async function restoreBlocks(tx: Tx, who: string, blocks: readonly LedgerBlock[]): Promise<number> {
  const kept = JSON.stringify(blocks);
  const { rows: gone } = await sql`
    DELETE FROM safety.block WHERE who = ${who} AND id::text NOT IN (
      SELECT wanted.block ->> 'id' FROM jsonb_array_elements(${kept}::jsonb) AS wanted (block)
    ) RETURNING id`.execute(tx.db);
  const { rows: back } = await sql<{ id: string }>`
    INSERT INTO safety.block
    SELECT wanted.* FROM jsonb_populate_recordset(NULL::safety.block, ${kept}::jsonb) AS wanted WHERE wanted.who = ${who}
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx.db);
  for (const { id } of back) await tx.deadline({ kind: ENFORCE, key: id, due: tx.now });
  return gone.length + back.length;
}
