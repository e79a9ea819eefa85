import { FIXED, type Output } from '@yonder/contract';
import { findErasure, leave, stay } from '../identity/index.ts';
import type { Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import { DomainError } from '../platform/errors.ts';
import { lockLeases } from '../platform/leases.ts';
import { ERASE } from './erasing.ts';
import type { Erased } from '../platform/personal-data.ts';

export interface LeavingWires {
  /** In the same transaction: signed out everywhere, and what they were in from there is left. */
  signOut(tx: Tx, userId: string): Promise<unknown>;
  /** The same: nobody else is shown them any more. */
  hide(tx: Tx, userId: string): Promise<void>;
  /** The same: they have come back. */
  show(tx: Tx, userId: string): Promise<void>;
  /** Closes some of their chats as they would themselves. */
  closeChats(tx: Tx, userId: string): Promise<Exclude<Erased, 'held'>>;
}

interface LeavingOptions {
  deadlines: Pick<Deadlines, 'on'>;
  wires: LeavingWires;
}

/** The deadline that closes the chats of a leaving account, in small steps. */
export const CLOSE_CHATS = 'privacy.close-chats';

/**
 * Whoever leaves is out of others' sight with the commit, and has 30 days to come back. What others share with them cannot
 * be taken back and forth: chats are closed for good.
 */
export function createLeaving({ deadlines, wires }: LeavingOptions) {
  deadlines.on(CLOSE_CHATS, async (tx, { key: userId }) => {
    if ((await findErasure(tx.db, userId)) === undefined) return;
    if ((await wires.closeChats(tx, userId)) === 'more') {
      await tx.deadline({ kind: CLOSE_CHATS, key: userId, due: tx.now });
    }
  });

  return {
    async request(tx: Tx, userId: string): Promise<Output<'requestDeletion'>> {
      // Before anything else: whoever pairs strangers at this moment sees that they leave, or is done.
      await lockLeases(tx);
      const due = new Date(tx.now.getTime() + FIXED.graceMs);
      if (!(await leave(tx, { userId, erasesAt: due }))) {
        return { erasesAt: ((await findErasure(tx.db, userId)) ?? tx.now).getTime() };
      }
      await wires.signOut(tx, userId);
      await wires.hide(tx, userId);
      await tx.deadline({ kind: CLOSE_CHATS, key: userId, due: tx.now });
      await tx.deadline({ kind: ERASE, key: userId, due });
      return { erasesAt: due.getTime() };
    },

    async cancel(tx: Tx, userId: string): Promise<null> {
      if (!(await stay(tx, userId))) throw new DomainError('not-leaving');
      await wires.show(tx, userId);
      return null;
    },
  };
}
