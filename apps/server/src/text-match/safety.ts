import type { Engagements } from '../engagement/index.ts';
import type { Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Matches, Participant } from './matches.ts';
import { otherSide, sideOf, type CloseCause } from './session.ts';
import type { MatchStore } from './store.ts';

/** Operations for other modules, each in the caller's transaction and before it locks a room. */
export interface MatchSafety {
  /** Locks the match of this room until the transaction ends. */
  hold(tx: Tx, chatRoomId: string): Promise<void>;
  /** Finds and locks the active match of the two, with the alias of `other`. */
  between(tx: Tx, pair: { one: string; other: string }): Promise<{ chatRoomId: string; alias: string } | undefined>;
  /** Ends the match for good; does nothing when it is over or deleted. */
  leave(tx: Tx, left: Participant & { cause: CloseCause }): Promise<void>;
}

interface SafetyOptions {
  matches: Pick<Matches, 'occur'>;
  store: Pick<MatchStore, 'lock'>;
  engagements: Pick<Engagements, 'find'>;
}

export function createMatchSafety({ matches, store, engagements }: SafetyOptions): MatchSafety {
  return {
    async hold(tx, chatRoomId) {
      await store.lock(tx, chatRoomId);
    },
    async between(tx, { one, other }) {
      const engagement = await engagements.find(tx.db, one);
      const session = engagement?.kind === 'text' ? await store.lock(tx, engagement.ref) : undefined;
      const side = session?.state === 'active' ? sideOf(session, one) : null;
      if (!session || !side || session[otherSide(side)].userId !== other) return undefined;
      return { chatRoomId: session.id, alias: session[otherSide(side)].alias };
    },
    async leave(tx, { chatRoomId, userId, cause }) {
      await matches.occur(tx, chatRoomId, (session) => {
        const by = sideOf(session, userId);
        if (!by) throw new DomainError('text-match-not-found');
        return { kind: 'closed', by, cause };
      });
    },
  };
}
