import { FIXED } from '@yonder/contract';
import type { Engagements } from '../engagement/index.ts';
import type { Tx } from '../platform/database.ts';
import type { Calls } from './calls.ts';
import { isLive, SIDES } from './session.ts';
import type { CallStore } from './store.ts';

interface UnseenOptions {
  calls: Pick<Calls, 'occur'>;
  store: Pick<CallStore, 'find'>;
  engagements: Pick<Engagements, 'lastSeen' | 'hearsSince'>;
}

/**
 * Ends a call without a time limit after both have vanished, as when two browsers crash. Checks again later while
 * either is seen.
 */
export function createUnseen({ calls, store, engagements }: UnseenOptions) {
  return async (tx: Tx, callId: string): Promise<void> => {
    const session = await store.find(tx.db, callId);
    if (!session || !isLive(session)) return;
    const people = SIDES.map((side) => session[side].userId);
    const seenAt = await engagements.lastSeen(tx.db, { people, ref: callId });
    const due = Math.max(seenAt ?? 0, engagements.hearsSince()) + FIXED.unseenMs;
    if (due > tx.now.getTime()) return tx.deadline({ kind: 'voice.unseen', key: callId, due: new Date(due) });
    const at = seenAt ?? tx.now.getTime();
    await calls.occur(tx, callId, () => ({ kind: 'closed', reason: 'connection-lost', by: null, at }));
  };
}
