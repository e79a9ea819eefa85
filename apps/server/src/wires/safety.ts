import { otherMember, resolveMessage, resolveRoom, roomOfMessage, type Chats } from '../chats/index.ts';
import type { Engagements } from '../engagement/index.ts';
import type { Database, Tx } from '../platform/database.ts';
import type { Media } from '../media/index.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import { holdPlaces } from '../nearby/index.ts';
import { resolveComment, resolvePost, takeTurns, type Posts } from '../posts/index.ts';
import { portraitOf } from '../profiles/index.ts';
import { createSafety, type CaseWires, type Resolvers, type Safety, type SafetyWires } from '../safety/index.ts';
import type { TextMatching } from '../text-match/index.ts';
import type { Voice } from '../voice/index.ts';

interface SafetyParts {
  database: Database;
  deadlines: Pick<Deadlines, 'on'>;
  engagements: Pick<Engagements, 'remember'>;
  voice: Pick<Voice, 'resolveCall' | 'holdBetween' | 'endCall' | 'chatClosed'>;
  matching: Pick<TextMatching, 'hold' | 'between' | 'leave'>;
  chats: Pick<Chats, 'closeSilently' | 'goneFrom' | 'openBetween'>;
  posts: Pick<Posts, 'removeFromFeeds'>;
  media: Pick<Media, 'holdSent' | 'holdOpened' | 'withdrawSent'>;
  cases: CaseWires;
}

/** Orders a block with hellos and chats from comments between the two: they come first, or see the block. */
async function holdMeetings(tx: Tx, one: string, other: string): Promise<void> {
  await takeTurns(tx, [one, other]);
  await holdPlaces(tx, one, other);
}

/**
 * Keeps the two apart after a block or report. A target known by alias affects nothing known by name, and vice versa: a
 * call or room ending at that moment would reveal the stranger.
 */
export function connectSafety(parts: SafetyParts): Safety {
  const { database, deadlines, engagements, voice, matching, chats, posts, media, cases } = parts;
  /** Ends their match if it is the target, as if `one` had left it. */
  async function endMatch(tx: Tx, { one, other, alias }: { one: string; other: string; alias: string | null }) {
    const match = await matching.between(tx, { one, other });
    if (!match || match.alias !== alias) return;
    await matching.leave(tx, { chatRoomId: match.chatRoomId, userId: one, cause: 'blocked-or-reported' });
  }
  /** Takes every lock that a block may need before the room's. */
  async function holdBefore(tx: Tx, { me, roomId }: { me: string; roomId: string }): Promise<void> {
    await matching.hold(tx, roomId);
    const other = await otherMember(tx.db, { me, roomId });
    if (other === undefined) return;
    await voice.holdBetween(tx, { one: me, other });
    await holdMeetings(tx, me, other);
    await media.holdSent(tx, { sender: me, roomIds: [roomId] });
    await media.holdOpened(tx, { sender: other, roomIds: [roomId] });
  }
  /** Emits nothing to the blocked user. Unopened pictures are locked before their rooms, as media does. */
  async function part(tx: Tx, { who, whom }: { who: string; whom: string }): Promise<void> {
    await media.withdrawSent(tx, { sender: who, roomIds: await chats.openBetween(tx.db, who, whom) });
    await chats.closeSilently(tx, who, whom);
    await posts.removeFromFeeds(tx, { viewer: who, author: whom });
  }
  const wires: SafetyWires = {
    // Ends their call or match and closes their chats. Lock order: session, turn, place, room.
    async blocked(tx, { who, whom, alias }) {
      const call = await voice.holdBetween(tx, { one: who, other: whom });
      // Needed even without a match to end: its lock orders the block with a mutual like.
      await endMatch(tx, { one: who, other: whom, alias });
      if (alias === null) await holdMeetings(tx, who, whom);
      if (alias === null) await part(tx, { who, whom });
      if (call?.alias === alias) await voice.endCall(tx, { callId: call.callId, by: who, reason: 'blocked' });
      // Ends a call begun since; from a closed chat none begins.
      else if (alias === null) await voice.chatClosed(tx, { by: who, other: whom });
    },
    // Ends their call or match and keeps them from ever being matched again.
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
    async comment(tx, asked) {
      const seen = await resolveComment(tx, asked);
      if (!seen) return undefined;
      // A chat from this comment has revealed its author before, or sees what is done here. Sessions are locked before
      // turns.
      const pair = { one: asked.me, other: seen.userId };
      await voice.holdBetween(tx, pair);
      await matching.between(tx, pair);
      await takeTurns(tx, [pair.one, pair.other]);
      return resolveComment(tx, asked);
    },
    async chatRoom(tx, asked) {
      await holdBefore(tx, asked);
      return resolveRoom(tx, asked);
    },
    async message(tx, { me, messageId }) {
      const roomId = roomOfMessage(messageId);
      if (roomId !== undefined) await holdBefore(tx, { me, roomId });
      return resolveMessage(tx, { me, messageId });
    },
    portrait: portraitOf,
  };
  return createSafety({ database, deadlines, goneFrom: chats.goneFrom, resolvers, wires, cases });
}
