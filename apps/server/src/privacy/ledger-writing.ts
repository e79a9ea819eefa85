import type { Database } from '../platform/database.ts';
import { takeBackDeadline, type Deadlines } from '../platform/deadlines.ts';
import { LEDGER } from '../platform/ledger-note.ts';
import type { Errands } from './errands.ts';
import { writeState } from './ledger-state.ts';
import type { LedgerStore } from './ledger.ts';
import { unlessAborted } from './unless-aborted.ts';

/** A node that dies on the way, or a store that is away, is made up for by then. */
const AGAIN_MS = 60_000;

interface LedgerWritingOptions {
  database: Database;
  deadlines: Pick<Deadlines, 'on'>;
  objects: LedgerStore;
  /** Of its own: a copy of somebody's data takes minutes, and a ban does not wait for it. */
  errands: Errands;
}

/** The wake-up is stored with each change, so nothing is missed; the store is asked outside of every transaction. */
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
