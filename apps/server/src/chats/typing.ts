import { FIXED, type Input } from '@yonder/contract';
import type { Database } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import type { Live } from '../platform/live.ts';
import type { Access } from './access.ts';
import { otherOf } from './rows.ts';
import { isAnonymous, knownAs } from './strangers.ts';

interface TypingOptions {
  database: Database;
  access: Access;
  live: Pick<Live, 'tell' | 'isHeard'>;
}

/** Emitted to the other member, never stored. If either hides typing, neither sees it. */
export function createTyping({ database: { read }, access, live }: TypingOptions) {
  return {
    async set({ userId, now }: CallContext, { chatRoomId, activity }: Input<'setTyping'>): Promise<null> {
      const room = await access.roomOf(read, chatRoomId, userId);
      const other = otherOf(room, userId);
      // A block by name must not show in anonymous rooms: typing that stops would reveal the partner's identity.
      const isBlocked = room.blocked && !isAnonymous(room);
      if (!room.open || isBlocked || room.requested_by !== null || !live.isHeard(other) || (await isHidden(room)))
        return null;
      const until = activity === 'none' ? now.getTime() : now.getTime() + FIXED.typingMs;
      live.tell(other, { name: 'typing', data: { chatRoomId, userId: knownAs(room, userId, other), activity, until } });
      return null;
    },
  };

  async function isHidden({ a, b }: { a: string; b: string }): Promise<boolean> {
    const hider = await read
      .selectFrom('profiles.hides_typing')
      .select('user_id')
      .where('user_id', 'in', [a, b])
      .limit(1)
      .executeTakeFirst();
    return hider !== undefined;
  }
}
