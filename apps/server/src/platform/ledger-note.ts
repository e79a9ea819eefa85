import type { Tx } from './database.ts';

/** The deadline that writes one account's state into the ledger in the object store. */
export const LEDGER = 'privacy.ledger';

/**
 * Every change of a block, suspension, refusal or deletion request calls this in its own transaction. The deadline is
 * stored with the change, so the ledger follows it even after a crash.
 */
export async function noteForLedger(tx: Pick<Tx, 'deadline' | 'now'>, ...userIds: readonly string[]): Promise<void> {
  for (const key of userIds) await tx.deadline({ kind: LEDGER, key, due: tx.now });
}
