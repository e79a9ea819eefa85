import type { Input, Output } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import type { Access } from './access.ts';
import { countUnread } from './messages-store.ts';
import type { ChatNotices } from './notices.ts';
import { lockRoom, updateRoom } from './rooms-store.ts';
import { otherOf, sideOf } from './rows.ts';
import type { Telling } from './telling.ts';

/** Read marks: how far each member has read. */
export function createMarks({
  access,
  telling,
  notices,
}: {
  access: Access;
  telling: Telling;
  notices: Pick<ChatNotices, 'roomRead'>;
}) {
  return {
    /** Moves the mark forward, never back, and counts unread messages above it. */
    async read({ userId }: CallContext, tx: Tx, input: Input<'markRead'>): Promise<Output<'markRead'>> {
      const { chatRoomId, seedOrder } = input;
      await access.roomOf(tx.db, chatRoomId, userId);
      // The count must include messages sent while this call waited for the lock.
      const room = await lockRoom(tx, chatRoomId);
      const reader = sideOf(room, userId);
      const [before, wasMarked] =
        reader === 'a' ? [room.a_read, room.a_marked_unread] : [room.b_read, room.b_marked_unread];
      const readSeq = Math.max(before, Math.min(seedOrder, room.last_seq));
      const unread = await countUnread(tx, room, { reader, after: readSeq });
      await updateRoom(
        tx,
        room.id,
        reader === 'a'
          ? { a_read: readSeq, a_unread: unread, a_marked_unread: false, a_notified: false }
          : { b_read: readSeq, b_unread: unread, b_marked_unread: false, b_notified: false },
      );
      await notices.roomRead(tx, { roomId: room.id, userId });
      // No event if either hides read marks: its timing would reveal one.
      const isOthersToKnow = readSeq > before && !room.reading_hidden;
      const told = [
        ...(readSeq > before || wasMarked ? [userId] : []),
        ...(isOthersToKnow ? [otherOf(room, userId)] : []),
      ];
      await telling.room(tx, room.id, told);
      return { readSeq, unread };
    },

    async unread({ userId }: CallContext, tx: Tx, { chatRoomId }: Input<'markUnread'>): Promise<null> {
      await access.roomOf(tx.db, chatRoomId, userId);
      const room = await lockRoom(tx, chatRoomId);
      await updateRoom(
        tx,
        room.id,
        sideOf(room, userId) === 'a' ? { a_marked_unread: true } : { b_marked_unread: true },
      );
      await telling.room(tx, room.id, [userId]);
      return null;
    },
  };
}
