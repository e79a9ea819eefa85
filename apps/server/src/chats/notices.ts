import { idsOf, statement, type HotTx, type Tx } from '../platform/database.ts';

/** A member has unread messages in a room again. */
export interface Unread {
  roomId: string;
  reader: string;
  /** Null in an anonymous room. */
  sender: string | null;
  /** The number of the message. */
  seq: number;
}

/** Effects on notifications, in the same transaction and under the room's lock. */
export interface ChatNotices {
  /** Creates one per room and reader, and none while that one is unread. */
  unread(tx: Tx, unread: readonly Unread[]): Promise<void>;
  /** Runs after the commit and may be lost: more messages the reader does not see, while that one is unread. */
  saidMore?(more: Unread): void;
  /** An unknown user has said hello. */
  requested(tx: Tx, request: Unread): Promise<void>;
  /** The room has nothing left to notify of. */
  roomRead(tx: Tx, read: { roomId: string; userId: string }): Promise<void>;
  /** The other member closed the room: replaces all its notifications. */
  roomClosed(tx: Tx, closed: { roomId: string; userId: string }): Promise<void>;
}

const noteUnread = statement<{ roomId: string; isAnonymous: boolean }>(import.meta.resolve('./note-unread.sql'));

/** Notifies readers that begin to have unread messages; usually there are none, which costs nothing. */
export async function notify(
  tx: HotTx,
  begun: readonly (Unread & { sender: string })[],
  notices: Pick<ChatNotices, 'unread'>,
): Promise<void> {
  const first = [...new Map(begun.toReversed().map((one) => [`${one.roomId} ${one.reader}`, one])).values()];
  if (first.length === 0) return;
  const rooms = await tx.run(noteUnread, [
    idsOf(first.map(({ roomId }) => roomId)),
    idsOf(first.map(({ reader }) => reader)),
  ]);
  const anonymous = new Set(rooms.filter(({ isAnonymous }) => isAnonymous).map(({ roomId }) => roomId));
  await notices.unread(
    tx,
    first.map((one) => ({ ...one, sender: anonymous.has(one.roomId) ? null : one.sender })),
  );
}
