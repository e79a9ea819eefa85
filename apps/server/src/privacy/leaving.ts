import { FIXED, type Output } from '@yonder/contract';
import { findErasure, leave, stay } from '../identity/index.ts';
import type { Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import { DomainError } from '../platform/errors.ts';
import { lockLeases } from '../platform/leases.ts';
import { ERASE } from './erasing.ts';
import type { Erased } from '../platform/personal-data.ts';

export interface LeavingWires {
  /** In the same transaction: signs the user out everywhere, and leaves what they were in. */
  signOut(tx: Tx, userId: string): Promise<unknown>;
  /** In the same transaction: hides the user from others. */
  hide(tx: Tx, userId: string): Promise<void>;
  /** In the same transaction: shows the user again. */
  show(tx: Tx, userId: string): Promise<void>;
  /** Closes some of the user's chats, as the user would. */
  closeChats(tx: Tx, userId: string): Promise<Exclude<Erased, 'held'>>;
}

interface LeavingOptions {
  deadlines: Pick<Deadlines, 'on'>;
  wires: LeavingWires;
}

/** The deadline that closes the chats of a leaving account, in small steps. */
export const CLOSE_CHATS = 'privacy.close-chats';

/**
 * A deletion request hides the user with its commit and leaves 30 days to come back. Chats are closed for good: what is
 * shared with others cannot be taken back and forth.
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
      // Comes before anything else: a matcher that pairs at this moment sees the request, or is done.
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
