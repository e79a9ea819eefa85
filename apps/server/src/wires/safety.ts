import { resolveMessage, resolveRoom, type Chats } from '../chats/index.ts';
import type { Engagements } from '../engagement/index.ts';
import type { Database } from '../platform/database.ts';
import { person } from '../profiles/index.ts';
import { createSafety, type Resolvers, type Safety, type SafetyWires } from '../safety/index.ts';
import type { Voice } from '../voice/index.ts';

interface SafetyParts {
  database: Database;
  engagements: Pick<Engagements, 'remember'>;
  voice: Pick<Voice, 'resolveCall' | 'endBetween'>;
  chats: Pick<Chats, 'closeBetween'>;
}

/** Whoever is blocked or reported meets the other nowhere any more, from the same moment on. */
export function connectSafety({ database, engagements, voice, chats }: SafetyParts): Safety {
  const wires: SafetyWires = {
    // within: their call ends and their chats close
    async blocked(tx, { who, whom }) {
      await voice.endBetween(tx, { one: who, other: whom, by: who, reason: 'blocked' });
      await chats.closeBetween(tx, who, whom);
    },
    // within: their call ends and they are never matched again
    async reported(tx, { reporter, reported }) {
      await voice.endBetween(tx, { one: reporter, other: reported, by: reporter, reason: 'reported' });
      await engagements.remember(tx, { one: reporter, other: reported, until: 'ever' });
    },
  };
  const resolvers: Resolvers = {
    call: voice.resolveCall,
    chatRoom: resolveRoom,
    message: resolveMessage,
    portrait: async (tx, userId) => (await person(tx.db, [userId])).get(userId),
  };
  return createSafety({ database, person, resolvers, wires });
}
