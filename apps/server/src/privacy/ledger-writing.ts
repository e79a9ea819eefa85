import type { Database } from '../platform/database.ts';
import { takeBackDeadline, type Deadlines } from '../platform/deadlines.ts';
import { LEDGER } from '../platform/ledger-note.ts';
import type { Errands } from './errands.ts';
import { writeState } from './ledger-state.ts';
import type { LedgerStore } from './ledger.ts';
import { unlessAborted } from './unless-aborted.ts';

/** When a write is retried after the node died or the store was unreachable. */
const AGAIN_MS = 60_000;

interface LedgerWritingOptions {
  database: Database;
  deadlines: Pick<Deadlines, 'on'>;
  objects: LedgerStore;
  /** A queue of its own: an export takes minutes, and a ban must not wait for it. */
  errands: Errands;
}

/** Each change stores a deadline, so no write is missed. The store is called outside of every transaction. */
export function createLedgerWriting({ database, deadlines, objects, errands }: LedgerWritingOptions): void {
  deadlines.on(LEDGER, async (tx, { key: userId }) => {
    const again = { kind: LEDGER, key: userId, due: new Date(tx.now.getTime() + AGAIN_MS) };
    await tx.deadline(again);
    tx.after(() =>
      errands.run('the ledger', async (signal) => {
        await unlessAborted(signal, writeState({ db: database.read, objects }, userId));
        await takeBackDeadline(database.read, again);
      }),
    );
  });
}
