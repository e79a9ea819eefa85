import type { Input, Output } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import { holdShown } from '../profiles/index.ts';
import type { Access } from './access.ts';
import { endsOf, type End } from './ended.ts';
import {
  findOpenRoom,
  insertRoom,
  lastClosedBy,
  lockRoom,
  lockRoomsOf,
  openRoomsWith,
  roomsOf,
} from './rooms-store.ts';
import { otherOf, revealsNames, type RoomType } from './rows.ts';
import { isAnonymous } from './strangers.ts';
import type { Telling } from './telling.ts';

export interface Opening {
  /** Returns the open room of this type that the two share, or a new one. */
  createRoom(tx: Tx, room: { type: RoomType; a: string; b: string }): Promise<string>;
  /**
   * As createRoom, at the wish of `a` alone: `b` may have ended the last room.
   * @throws DomainError 'not-connected'.
   */
  createRoomUnlessEnded(tx: Tx, room: { type: RoomType; a: string; b: string }): Promise<string>;
  /** Whether an open chat connects the two by name. */
  connected(db: Kysely<DB>, one: string, other: string): Promise<boolean>;
  /** Returns those of `others` that closed the last chat with this user. */
  goneFrom(db: Kysely<DB>, of: { userId: string; others: readonly string[] }): Promise<Set<string>>;
  /**
   * Returns the partner by name in this open room, which stays open until the transaction ends.
   * @throws DomainError 'room-not-found', 'room-closed' or 'not-connected'.
   */
  partnerIn(tx: Tx, of: { roomId: string; userId: string }): Promise<string>;
  /** Returns open rooms that connect the user by name, keyed by partner. */
  roomsWith(db: Kysely<DB>, of: { userId: string; others: readonly string[] }): Promise<Map<string, string>>;
  /** Returns the two's open rooms except anonymous ones. */
  openBetween(db: Kysely<DB>, one: string, other: string): Promise<string[]>;
  getOrCreate(ctx: CallContext, tx: Tx, input: Input<'getOrCreateChatRoom'>): Promise<Output<'getOrCreateChatRoom'>>;
}

export function createOpening({ telling, access }: { telling: Telling; access: Access }): Opening {
  async function open(tx: Tx, room: { type: RoomType; a: string; b: string }): Promise<string> {
    const roomId = await insertRoom(tx, room);
    await telling.room(tx, roomId, [room.a, room.b]);
    return roomId;
  }

  return {
    createRoom: async (tx, room) => (await findOpenRoom(tx.db, room)) ?? open(tx, room),
    async createRoomUnlessEnded(tx, room) {
      await lockRoomsOf(tx, room.a, room.b);
      const known = await findOpenRoom(tx.db, room);
      if (known !== undefined) return known;
      const before = (await roomsEver(tx, room.a, room.b)).filter((one) => one.type === room.type);
      if (before.length > 0 && !mayOpenAgain(before, room.a)) throw new DomainError('not-connected');
      return open(tx, room);
    },
    connected: async (db, a, b) => (await findOpenRoom(db, { a, b })) !== undefined,
    goneFrom: (db, { userId, others }) => lastClosedBy(db, userId, others),
    async partnerIn(tx, { roomId, userId }) {
      await access.roomOf(tx.db, roomId, userId);
      const room = await lockRoom(tx, roomId);
      if (!room.open) throw new DomainError('room-closed');
      if (!revealsNames(room)) throw new DomainError('not-connected');
      return otherOf(room, userId);
    },
    async roomsWith(db, { userId, others }) {
      const rooms = (await openRoomsWith(db, userId, others)).filter(revealsNames);
      return new Map(rooms.map((room) => [otherOf(room, userId), room.id]));
    },
    async openBetween(db, one, other) {
      const shared = await roomsOf(db, one, other);
      return shared.filter((room) => room.open && !isAnonymous(room)).map(({ id }) => id);
    },
    async getOrCreate({ userId }, tx, { userId: other }) {
      // Chats of a departing user are closed after this, or already were.
      if (other === userId || !(await holdShown(tx, other))) throw new DomainError('not-connected');
      // A concurrent block waits for this lock to close what the two share, or closed it before.
      await lockRoomsOf(tx, userId, other);
      const known = (await roomsOf(tx.db, userId, other)).find(revealsNames);
      if (known) return { chatRoomId: known.id };
      if (!mayOpenAgain(await roomsEver(tx, userId, other), userId)) throw new DomainError('not-connected');
      return { chatRoomId: await open(tx, { type: 'direct', a: userId, b: other }) };
    },
  };
}

/** Returns rooms by name, including deleted ones. The caller holds their locks. */
async function roomsEver(tx: Tx, one: string, other: string): Promise<End[]> {
  const rooms = (await roomsOf(tx.db, one, other)).filter((room) => !isAnonymous(room));
  const ends = await endsOf(tx.db, one, other);
  return [...rooms, ...ends].filter(({ requested_by }) => requested_by === null);
}

/** Whether this user alone ended the last chat; if both did at once, neither may. */
export function mayOpenAgain(shared: readonly End[], userId: string): boolean {
  const endOf = ({ closed_at }: End): number => closed_at?.getTime() ?? 0;
  const lastEnd = Math.max(...shared.map(endOf));
  const last = shared.filter((room) => endOf(room) === lastEnd);
  return last.length > 0 && last.every(({ blocked, closed_by }) => !blocked && closed_by === userId);
}
