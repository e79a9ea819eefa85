import type { Tx } from './database.ts';

/** The wake-up that writes down, beside the object store, what a restored backup has forgotten of somebody. */
export const LEDGER = 'privacy.ledger';

/**
 * Whoever changes a block, a suspension, a refusal or a request for deletion calls this in the same transaction: the wake-up
 * is stored with the change, so that the ledger follows it even after a crash.
 */
export async function noteForLedger(tx: Pick<Tx, 'deadline' | 'now'>, ...userIds: readonly string[]): Promise<void> {
  for (const key of userIds) await tx.deadline({ kind: LEDGER, key, due: tx.now });
}
