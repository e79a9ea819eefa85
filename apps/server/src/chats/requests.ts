import type { Tx } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Live } from '../platform/live.ts';
import type { Presence } from '../platform/live/presence.ts';
import type { Access } from './access.ts';
import { endsOf, forgetEnds } from './ended.ts';
import { appendLine } from './lines.ts';
import type { ChatNotices } from './notices.ts';
import { mayOpenAgain } from './opening.ts';
import { insertRoom, lockRoom, lockRoomsOf, roomsOf, updateRoom } from './rooms-store.ts';
import { revealsNames, sideOf, type RoomRow } from './rows.ts';
import { isAnonymous } from './strangers.ts';
import type { Telling } from './telling.ts';

interface Hello {
  from: string;
  to: string;
  content: string;
}

interface RequestOptions {
  access: Access;
  telling: Telling;
  live: Pick<Live, 'looksAt'>;
  presence: Pick<Presence, 'seenElsewhere'>;
  notices: Pick<ChatNotices, 'unread' | 'requested'>;
}

export type Requests = ReturnType<typeof createRequests>;

/**
 * A room opened by a hello: one message, until the recipient accepts or answers. Until then the two do not know each
 * other. A request closed unanswered keeps its hello, and no second one follows.
 */
export function createRequests({ access, telling, live, presence, notices }: RequestOptions) {
  async function say(tx: Tx, room: RoomRow, { from, content }: Hello): Promise<void> {
    await appendLine(tx, room, {
      type: 'text',
      senderId: from,
      content,
      attachment: null,
      counts: 'unread',
      telling,
    });
  }

  /** Writes to a known user. */
  async function write(tx: Tx, roomId: string, hello: Hello): Promise<void> {
    const room = await lockRoom(tx, roomId);
    await say(tx, room, hello);
    const side = sideOf(room, hello.to);
    const isNotified = side === 'a' ? room.a_notified : room.b_notified;
    if (isNotified || live.looksAt(hello.to, roomId)) return;
    if ((await presence.seenElsewhere(tx.db, [{ userId: hello.to, at: roomId }])).size > 0) return;
    await updateRoom(tx, roomId, side === 'a' ? { a_notified: true } : { b_notified: true });
    await notices.unread(tx, [{ roomId, reader: hello.to, sender: hello.from, seq: room.last_seq + 1 }]);
  }

  async function request(tx: Tx, hello: Hello): Promise<string> {
    const { from, to } = hello;
    const roomId = await insertRoom(tx, { type: 'direct', a: from, b: to, requested_by: from });
    const room = await lockRoom(tx, roomId);
    await telling.room(tx, roomId, [from, to]);
    await say(tx, room, hello);
    await notices.requested(tx, { roomId, reader: to, sender: from, seq: room.last_seq + 1 });
    return roomId;
  }

  /** The caller holds the room's lock. */
  async function open(tx: Tx, roomId: string): Promise<void> {
    await updateRoom(tx, roomId, { requested_by: null });
    const { a, b } = await lockRoom(tx, roomId);
    await forgetEnds(tx, { type: 'direct', a, b });
    await telling.room(tx, roomId, [a, b]);
  }

  return {
    /**
     * Returns the room. Accepts a waiting hello of the recipient, or writes to a partner; a hello is never repeated.
     * Excludes other calls that open a room for the two.
     * @throws DomainError 'not-connected' when the other user ended the last chat, or closed a hello long ago.
     */
    async sayHello(tx: Tx, hello: Hello): Promise<string> {
      const { from, to } = hello;
      await lockRoomsOf(tx, from, to);
      const shared = (await roomsOf(tx.db, from, to)).filter((room) => !isAnonymous(room));
      const theirs = shared.find((room) => room.open && room.requested_by === to);
      if (theirs) await open(tx, theirs.id);
      const known = theirs ?? shared.find(revealsNames);
      if (known) {
        await write(tx, known.id, hello);
        return known.id;
      }
      const own = shared.find((room) => room.requested_by === from);
      if (own) return own.id;
      const gone = await endsOf(tx.db, from, to);
      if (gone.some((end) => end.requested_by === from)) throw new DomainError('not-connected');
      const ended = [...shared, ...gone].filter((end) => end.requested_by === null);
      if (ended.length > 0 && !mayOpenAgain(ended, from)) throw new DomainError('not-connected');
      return request(tx, hello);
    },

    /** @throws DomainError 'room-not-found', 'room-closed' or, for the hello's sender, 'hello-waits'. */
    async accept(tx: Tx, { roomId, userId }: { roomId: string; userId: string }): Promise<void> {
      await access.roomOf(tx.db, roomId, userId);
      const room = await lockRoom(tx, roomId);
      if (!room.open) throw new DomainError('room-closed');
      if (room.requested_by === userId) throw new DomainError('hello-waits');
      if (room.requested_by !== null) await open(tx, roomId);
    },

    open,
  };
}
