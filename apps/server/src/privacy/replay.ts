import { accountsAfter, endSessionsOf, leave } from '../identity/index.ts';
import type { Database } from '../platform/database.ts';
import { ERASE } from './erasing.ts';
import { findErased, type LedgerStore } from './ledger.ts';

/** So many requests are under way to the object store: one after the other would take hours of everybody's time. */
const ACCOUNTS_AT_ONCE = 64;

/**
 * Whoever was erased and has come back with a restored backup: signed out, out of everybody's sight, and due to be erased
 * again. Answers how many there were.
 */
export async function eraseAgain({ database, objects }: { database: Database; objects: LedgerStore }): Promise<number> {
  let found = 0;
  for (let after: string | null = null; ;) {
    const accounts: string[] = await accountsAfter(database.read, { after, limit: ACCOUNTS_AT_ONCE });
    for (const userId of await findErased({ db: database.read, objects }, accounts)) {
      found += 1;
      await database.transaction(async (tx) => {
        await leave(tx, { userId, erasesAt: tx.now });
        await endSessionsOf(tx, userId);
        await tx.deadline({ kind: ERASE, key: userId, due: tx.now });
      });
    }
    after = accounts.at(-1) ?? null;
    if (accounts.length < ACCOUNTS_AT_ONCE) return found;
  }
}
