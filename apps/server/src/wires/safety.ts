import { resolveMessage, resolveRoom, roomOfMessage, type Chats } from '../chats/index.ts';
import type { Engagements } from '../engagement/index.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import { holdPlaces } from '../nearby/index.ts';
import { resolveComment, resolvePost } from '../posts/index.ts';
import { person } from '../profiles/index.ts';
import { createSafety, type Resolvers, type Safety, type SafetyWires } from '../safety/index.ts';
import type { TextMatching } from '../text-match/index.ts';
import type { Voice } from '../voice/index.ts';

interface SafetyParts {
  database: Database;
  deadlines: Pick<Deadlines, 'on'>;
  engagements: Pick<Engagements, 'remember'>;
  voice: Pick<Voice, 'resolveCall' | 'holdBetween' | 'endCall' | 'chatClosed'>;
  matching: Pick<TextMatching, 'hold' | 'between' | 'leave'>;
  chats: Pick<Chats, 'closeBetween'>;
}

/**
 * Whoever is blocked or reported meets the other no more. What was pointed at by alias touches nothing that knows the
 * name, and the other way round: a call that ended, a room that closed at that moment would tell who the stranger is.
 */
export function connectSafety({ database, deadlines, engagements, voice, matching, chats }: SafetyParts): Safety {
  /** Their match, if that is what was pointed at: it ends as if the one had left it. */
  async function endMatch(tx: Tx, { one, other, alias }: { one: string; other: string; alias: string | null }) {
    const match = await matching.between(tx, { one, other });
    if (match && match.alias === alias) await matching.leave(tx, { chatRoomId: match.chatRoomId, userId: one });
  }
  const wires: SafetyWires = {
    // within: their call or match ends and their chats close; session before place before room before engagement
    async blocked(tx, { who, whom, alias }) {
      const call = await voice.holdBetween(tx, { one: who, other: whom });
      // Whoever says hello to the other at this moment has done so, or sees the block.
      if (alias === null) await holdPlaces(tx, who, whom);
      await endMatch(tx, { one: who, other: whom, alias });
      if (alias === null) await chats.closeBetween(tx, who, whom);
      if (call?.alias === alias) await voice.endCall(tx, { callId: call.callId, by: who, reason: 'blocked' });
      // One that has begun since; from a closed chat none does.
      else if (alias === null) await voice.chatClosed(tx, { by: who, other: whom });
    },
    // within: their call or match ends and they are never matched again
    async reported(tx, { reporter, reported, alias }) {
      const call = await voice.holdBetween(tx, { one: reporter, other: reported });
      await endMatch(tx, { one: reporter, other: reported, alias });
      if (call?.alias === alias) await voice.endCall(tx, { callId: call.callId, by: reporter, reason: 'reported' });
      await engagements.remember(tx, { one: reporter, other: reported, until: 'ever' });
    },
  };
  const resolvers: Resolvers = {
    call: voice.resolveCall,
    post: resolvePost,
    comment: resolveComment,
    async chatRoom(tx, asked) {
      // Before the room, which is a match's.
      await matching.hold(tx, asked.roomId);
      return resolveRoom(tx, asked);
    },
    async message(tx, asked) {
      const roomId = roomOfMessage(asked.messageId);
      if (roomId !== undefined) await matching.hold(tx, roomId);
      return resolveMessage(tx, asked);
    },
    portrait: async (tx, userId) => (await person(tx.db, [userId])).get(userId),
  };
  return createSafety({ database, deadlines, person, resolvers, wires });
}
