import { findErasure, eraseAccount } from '../identity/index.ts';
import type { Database, Tx } from '../platform/database.ts';
import { takeBackDeadline, type Deadlines } from '../platform/deadlines.ts';
import { keepInLedger, noteErasure, type LedgerStore } from './ledger.ts';
import type { Erased, PersonalData } from '../platform/personal-data.ts';
import type { Errands } from './errands.ts';
import { unlessAborted } from './unless-aborted.ts';

/** The deadline that checks whether a user's grace period is over. */
export const ERASE = 'privacy.erase';
/** The deadline that checks whether a report still holds data. */
const RELEASE = 'privacy.release';
/** An erasure of a node that died is repeated by then. */
const AGAIN_MS = 600_000;
const HELD_MS = 86_400_000;

interface ErasingOptions {
  database: Database;
  deadlines: Pick<Deadlines, 'on'>;
  errands: Errands;
  objects: Pick<LedgerStore, 'put'>;
  /** Modules by name, in the order in which they lock. */
  parts: Readonly<Record<string, PersonalData>>;
}

/**
 * Erases a user module by module and piece by piece, each in a transaction of its own. An interrupted erasure begins
 * anew and finds less to do. The account goes last, so that until then the deadline finds it.
 */
export function createErasing({ database, deadlines, errands, objects, parts }: ErasingOptions): void {
  deadlines.on(ERASE, async (tx, { key: userId }) => {
    const due = await findErasure(tx.db, userId);
    if (due === undefined || due > tx.now) return;
    await tx.deadline({ kind: ERASE, key: userId, due: new Date(tx.now.getTime() + AGAIN_MS) });
    tx.after(() => errands.run('an erasure', (signal) => erase(userId, signal)));
  });

  deadlines.on(RELEASE, async (tx, { key }) => {
    const [name = '', userId = ''] = key.split(' ');
    const part = parts[name];
    if (!part) return;
    const again = lookAgain(tx, key);
    await tx.deadline(again);
    tx.after(() =>
      errands.run('what a report held', async (signal) => {
        if ((await eraseFrom(part, { userId, signal })) === 'done') await takeBackDeadline(database.read, again);
      }),
    );
  });

  async function erase(userId: string, signal: AbortSignal): Promise<void> {
    for (const [name, part] of Object.entries(parts)) {
      if ((await eraseFrom(part, { userId, signal })) === 'done') continue;
      await database.transaction((tx) => tx.deadline(lookAgain(tx, `${name} ${userId}`)));
    }
    await unlessAborted(signal, keepInLedger(objects, userId));
    await database.transaction(async (tx) => {
      await noteErasure(tx, userId);
      await eraseAccount(tx, userId);
    });
  }

  async function eraseFrom(
    part: PersonalData,
    { userId, signal }: { userId: string; signal: AbortSignal },
  ): Promise<Exclude<Erased, 'more'>> {
    for (;;) {
      signal.throwIfAborted();
      const erased = await database.transaction((tx) => part.erase(tx, userId));
      if (erased !== 'more') return erased;
    }
  }
}

function lookAgain({ now }: Pick<Tx, 'now'>, key: string): { kind: string; key: string; due: Date } {
  return { kind: RELEASE, key, due: new Date(now.getTime() + HELD_MS) };
}
