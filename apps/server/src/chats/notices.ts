import { idsOf, statement, type HotTx, type Tx } from '../platform/database.ts';

/** Somebody has something to read in a room again. */
export interface Unread {
  roomId: string;
  reader: string;
  /** Null where the two do not know each other. */
  sender: string | null;
  /** The number of what was said. */
  seq: number;
}

/** What becomes of it elsewhere, in the same transaction and under the room's lock. */
export interface ChatNotices {
  /** One a room and reader, and none while that one is unread. */
  unread(tx: Tx, unread: readonly Unread[]): Promise<void>;
  /** After the commit, and it may be lost: more was said while that one is unread, and they do not see it come. */
  saidMore?(more: Unread): void;
  /** Somebody they have not met has said hello. */
  requested(tx: Tx, request: Unread): Promise<void>;
  /** There is nothing of the room left to be notified of. */
  roomRead(tx: Tx, read: { roomId: string; userId: string }): Promise<void>;
  /** The other one has closed it: that stands for all that they were notified of there. */
  roomClosed(tx: Tx, closed: { roomId: string; userId: string }): Promise<void>;
}

const noteUnread = statement<{ roomId: string; isAnonymous: boolean }>(import.meta.resolve('./note-unread.sql'));

/** Whoever of a batch begins to have something to read: few of them, as a rule none, and then it costs nothing. */
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
