import { findErasure, eraseAccount } from '../identity/index.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import { keepInLedger, noteErasure, type LedgerStore } from './ledger.ts';
import type { Erased, PersonalData } from '../platform/personal-data.ts';
import type { Errands } from './errands.ts';

/** The deadline that looks whether somebody's time to come back is over. */
export const ERASE = 'privacy.erase';
/** The one that looks whether a report still keeps what it kept. */
const RELEASE = 'privacy.release';
/** A node that dies on the way is found out by then. */
const AGAIN_MS = 600_000;
const HELD_MS = 86_400_000;

interface ErasingOptions {
  database: Database;
  deadlines: Pick<Deadlines, 'on'>;
  errands: Errands;
  objects: LedgerStore;
  /** By their names, in the order in which they lock. */
  parts: Readonly<Record<string, PersonalData>>;
}

/**
 * Everything of a person goes, module by module and piece by piece, each in a transaction of its own: whatever is cut off
 * is begun anew and finds less to do. The account goes last, so that until then the deadline finds it.
 */
export function createErasing({ database, deadlines, errands, objects, parts }: ErasingOptions): void {
  deadlines.on(ERASE, async (tx, { key: userId }) => {
    const due = await findErasure(tx.db, userId);
    if (due === undefined || due > tx.now) return;
    await tx.deadline({ kind: ERASE, key: userId, due: new Date(tx.now.getTime() + AGAIN_MS) });
    tx.after(() => errands.run('an erasure', () => erase(userId)));
  });

  deadlines.on(RELEASE, async (tx, { key }) => {
    const [name = '', userId = ''] = key.split(' ');
    const part = parts[name];
    if (!part || (await step(tx, { name, userId, part })) !== 'more') return;
    await tx.deadline({ kind: RELEASE, key, due: tx.now });
  });

  async function erase(userId: string): Promise<void> {
    for (const [name, part] of Object.entries(parts)) {
      while ((await database.transaction((tx) => step(tx, { name, userId, part }))) === 'more');
    }
    await keepInLedger(objects, userId);
    await database.transaction(async (tx) => {
      await noteErasure(tx, userId);
      await eraseAccount(tx, userId);
    });
  }

  async function step(
    tx: Tx,
    { name, userId, part }: { name: string; userId: string; part: PersonalData },
  ): Promise<Erased> {
    const erased = await part.erase(tx, userId);
    if (erased === 'held') {
      const due = new Date(tx.now.getTime() + HELD_MS);
      await tx.deadline({ kind: RELEASE, key: `${name} ${userId}`, due });
    }
    return erased;
  }
}
