import type { Engagements } from '../engagement/index.ts';
import type { Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Matches, Participant } from './matches.ts';
import { otherSide, sideOf, type CloseCause } from './session.ts';
import type { MatchStore } from './store.ts';

/** What other modules ask of matches, each in its own transaction and before it locks a room. */
export interface MatchSafety {
  /** The match of this room stays as it is until the transaction ends. */
  hold(tx: Tx, chatRoomId: string): Promise<void>;
  /** What binds the two now, and what `one` knows the other by. */
  between(tx: Tx, pair: { one: string; other: string }): Promise<{ chatRoomId: string; alias: string } | undefined>;
  /** One who leaves for good; nothing happens where the match is over, or forgotten. */
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
