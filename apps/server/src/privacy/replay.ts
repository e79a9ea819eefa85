import {
  accountsAfter,
  endSessionsOf,
  findAccount,
  leave,
  restoreErasure,
  restoreKeptOut,
  restoreRefusal,
} from '../identity/index.ts';
import { restoreSuspension } from '../moderation/index.ts';
import { clearPlace } from '../nearby/index.ts';
import type { Database, Tx } from '../platform/database.ts';
import { noteForLedger } from '../platform/ledger-note.ts';
import { showProfile } from '../profiles/index.ts';
import { restoreBlocks } from '../safety/index.ts';
import { ERASE } from './erasing.ts';
import { CLOSE_CHATS } from './leaving.ts';
import { listForgotten, type LedgerState } from './ledger-state.ts';
import { findErased, type LedgerStore } from './ledger.ts';

/** Concurrent requests to the object store: one after the other would take hours of downtime. */
const ACCOUNTS_AT_ONCE = 64;

interface EraseAgain {
  database: Database;
  objects: Pick<LedgerStore, 'get'>;
}

interface Replay {
  database: Database;
  objects: Pick<LedgerStore, 'get' | 'list'>;
}

/**
 * Applies what a restored backup has forgotten: deletion requests, suspensions, refusals and blocks, and their reversals.
 * Runs before the product does: the ledger of a running product lags by a moment. Returns how many accounts changed.
 */
export async function replayLedger({ database, objects }: Replay): Promise<number> {
  let changed = 0;
  for await (const state of listForgotten({ db: database.read, objects })) {
    if (await database.transaction((tx) => restoreState(tx, state))) changed += 1;
  }
  return changed;
}

async function restoreState(tx: Tx, state: LedgerState): Promise<boolean> {
  const { userId, identity, isRefused, suspendedUntil: end, blocks } = state;
  const until = typeof end === 'number' ? new Date(end) : end;
  const isThere = (await findAccount(tx.db, userId)) !== undefined;
  if (!isThere && !isRefused && until === null) {
    // The account was lost with the database: once the product runs, the deadline deletes its object.
    await noteForLedger(tx, userId);
    return false;
  }
  const forAge = !isThere && isRefused && (await restoreKeptOut(tx, { userId, identity, forAge: true }));
  const isBanned = !isThere && until !== null && (await restoreKeptOut(tx, { userId, identity, forAge: false }));
  const isSuspended = await restoreSuspension(tx, { userId, until });
  if (!isThere) return isSuspended || forAge || isBanned;
  const hasAge = await restoreRefusal(tx, { userId, isRefused });
  const hasLeft = await restoreLeaving(tx, state);
  const blocked = await restoreBlocks(tx, userId, blocks);
  return isSuspended || hasAge || hasLeft || blocked > 0;
}

/** Sets or cancels the deletion request, and hides or shows the account. */
async function restoreLeaving(tx: Tx, state: LedgerState): Promise<boolean> {
  const { userId } = state;
  const erasesAt = state.erasesAt === null ? null : new Date(state.erasesAt);
  if (!(await restoreErasure(tx, { userId, erasesAt }))) return false;
  await showProfile(tx, { userId, to: erasesAt ? 'nobody' : 'others' });
  if (!erasesAt) return true;
  await endSessionsOf(tx, userId);
  await clearPlace(tx, userId);
  await tx.deadline({ kind: CLOSE_CHATS, key: userId, due: tx.now });
  await tx.deadline({ kind: ERASE, key: userId, due: erasesAt });
  return true;
}

/**
 * Signs out, hides and schedules for erasure every account that was erased and came back with a backup. Returns how
 * many.
 */
export async function eraseAgain({ database, objects }: EraseAgain): Promise<number> {
  let found = 0;
  for (let after: string | null = null; ;) {
    const accounts: string[] = await accountsAfter(database.read, { after, limit: ACCOUNTS_AT_ONCE });
    for (const userId of await findErased({ db: database.read, objects }, accounts)) {
      found += 1;
      await database.transaction(async (tx) => {
        await leave(tx, { userId, erasesAt: tx.now });
        await showProfile(tx, { userId, to: 'nobody' });
        await endSessionsOf(tx, userId);
        await tx.deadline({ kind: ERASE, key: userId, due: tx.now });
      });
    }
    after = accounts.at(-1) ?? null;
    if (accounts.length < ACCOUNTS_AT_ONCE) return found;
  }
}
