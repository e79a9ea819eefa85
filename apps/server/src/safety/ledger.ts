import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';

/** A block as it is stored, whatever columns it has: the ledger outlives migrations. */
export type LedgerBlock = Readonly<Record<string, unknown>>;

/** The wake-up that does what a block means for the two, where a restored backup has none of it. */
export const ENFORCE = 'safety.enforce';

/** Whom somebody has blocked, in an order of their own. */
export async function findLedgerBlocks(db: Kysely<DB>, who: string): Promise<LedgerBlock[]> {
  const { rows } = await sql<{ block: LedgerBlock }>`
    SELECT to_jsonb(block) AS block FROM safety.block WHERE who = ${who} ORDER BY id`.execute(db);
  return rows.map(({ block }) => block);
}

/** Makes somebody's blocks those of the ledger; answers how many came or went. */
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
