import { CHAT_CLOSED, ENDED_BY_OTHER, type Input } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import type { Deadlines } from '../platform/deadlines.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import type { Access } from './access.ts';
import { keepEnd } from './ended.ts';
import { appendLine, type Line } from './lines.ts';
import type { ChatMedia } from './media.ts';
import { deleteMessages } from './messages-store.ts';
import { deleteRoom, lockRoom, lockRoomIfThere, lockRoomsOf, roomsOf, updateRoom } from './rooms-store.ts';
import { otherOf, revealsNames, sideOf, type RoomRow } from './rows.ts';
import { isAnonymous } from './strangers.ts';
import type { ChatNotices } from './notices.ts';
import type { Telling } from './telling.ts';

const PURGE = 'chats.purge';
/** How long a closed room keeps its messages. */
const KEPT_MS = 30 * 86_400_000;
/** Messages deleted per transaction. */
export const PURGED_AT_ONCE = 1_000;

export interface RoomClosed {
  roomId: string;
  by: string;
  other: string;
}

export interface MatchLeft {
  chatRoomId: string;
  userId: string;
  cause: 'chat-closed' | 'signed-out';
}

interface ClosedAs extends Pick<MatchLeft, 'userId' | 'cause'> {
  roomId: string;
}

interface ClosingOptions {
  access: Access;
  telling: Telling;
  media: Pick<ChatMedia, 'discard'>;
  notices: Pick<ChatNotices, 'roomClosed' | 'roomRead'>;
  deadlines: Pick<Deadlines, 'on'>;
  /** Runs in the closing transaction, before the room is locked: the member leaves the match of that room. */
  leaveMatch?(tx: Tx, left: MatchLeft): Promise<void>;
  /** Runs in the closing transaction: a member closed a chat in which the two know each other by name. */
  roomClosed?(tx: Tx, closed: RoomClosed): Promise<void>;
}

export type Closing = ReturnType<typeof createClosing>;

/** A closed room is read-only. After 30 days it and its messages are deleted; its end and reports' copies are kept. */
export function createClosing({ access, telling, media, notices, deadlines, ...within }: ClosingOptions) {
  const { leaveMatch, roomClosed } = within;
  deadlines.on(PURGE, (tx, { key }) => purge(tx, key));

  /** The caller holds the row's lock. */
  async function close(tx: Tx, room: RoomRow, by: string | null, members?: readonly string[]): Promise<void> {
    await updateRoom(tx, room.id, { open: false, closed_by: by, closed_at: tx.now });
    await appendLine(tx, room, { ...lastLine(room, by), telling, ...(members && { members }) });
    await tx.deadline({ kind: PURGE, key: room.id, due: new Date(tx.now.getTime() + KEPT_MS) });
  }

  /** Closes the room and notifies the other member. */
  async function closeFor(tx: Tx, room: RoomRow, by: string): Promise<void> {
    await close(tx, room, by);
    await notices.roomClosed(tx, { roomId: room.id, userId: otherOf(room, by) });
  }

  /** One member closes the room for both. @throws DomainError 'room-not-found'. */
  async function closeAs(tx: Tx, { userId, roomId, cause }: ClosedAs): Promise<void> {
    // A match is locked before its room, and ends with it.
    const isMatch = isAnonymous(await access.roomOf(tx.db, roomId, userId));
    if (isMatch) await leaveMatch?.(tx, { chatRoomId: roomId, userId, cause });
    const room = await lockRoom(tx, roomId);
    if (!room.open) return;
    await closeFor(tx, room, userId);
    if (revealsNames(room)) await roomClosed?.(tx, { roomId: room.id, by: userId, other: otherOf(room, userId) });
  }

  async function purge(tx: Tx, roomId: string): Promise<void> {
    const room = await lockRoomIfThere(tx, roomId);
    if (!room || room.open) return;
    const { files, hasMore } = await deleteMessages(tx, { roomId, limit: PURGED_AT_ONCE });
    for (const path of files) await media.discard(tx, path);
    if (hasMore) return tx.deadline({ kind: PURGE, key: roomId, due: tx.now });
    await keepEnd(tx, room);
    await deleteRoom(tx, roomId);
  }

  return {
    closeRoom: close,

    /**
     * Closes every room in which the two know each other; `by` alone may open another one. The other member gets no
     * event, no notification and no entry in a sync, and reads that it is closed on opening it.
     */
    async closeSilently(tx: Tx, by: string, other: string): Promise<void> {
      await lockRoomsOf(tx, by, other);
      for (const room of await roomsOf(tx.db, by, other))
        if (room.open && !isAnonymous(room)) await close(tx, room, by, [by]);
    },

    closeAs,

    async delete({ userId }: CallContext, tx: Tx, { chatRoomId }: Input<'deleteChatRoomV2v2'>): Promise<null> {
      await closeAs(tx, { userId, roomId: chatRoomId, cause: 'chat-closed' });
      return null;
    },

    /** Closes the room if it is open, and removes it for this member; the other member keeps it. */
    async leave({ userId }: CallContext, tx: Tx, { chatRoomId }: Input<'leaveChatRoom'>): Promise<null> {
      await closeAs(tx, { userId, roomId: chatRoomId, cause: 'chat-closed' });
      const room = await lockRoom(tx, chatRoomId);
      const left =
        sideOf(room, userId) === 'a'
          ? { a_left_at: tx.now, a_unread: 0, a_marked_unread: false, a_notified: false }
          : { b_left_at: tx.now, b_unread: 0, b_marked_unread: false, b_notified: false };
      await updateRoom(tx, chatRoomId, left);
      await notices.roomRead(tx, { roomId: chatRoomId, userId });
      return null;
    },
  };
}

/** Members of an anonymous room read which of them ended it; otherwise neither learns it. */
function lastLine(room: RoomRow, by: string | null): Line {
  const isSaid = isAnonymous(room) && by !== null;
  const line = isSaid ? { senderId: by, content: ENDED_BY_OTHER } : { senderId: null, content: CHAT_CLOSED };
  return { ...line, type: 'system', attachment: null, counts: 'silent' };
}
