import type { ChatRoom, LiveEvent, Person } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import type { Live } from '../platform/live.ts';
import { closeRoom, findOpenRoom, findRoom, insertRoom, lockOpenRoomsOf, type RoomType } from './store.ts';
import { chatRoomOf, messageOf, otherOf, type RoomRow } from './views.ts';

/** What other modules may do with rooms, in transactions of theirs. */
export interface Rooms {
  /** The open room of this type the two share, or a new one. */
  createRoom(tx: Tx, room: { type: RoomType; a: string; b: string }): Promise<string>;
  /** Closes every room the two share: it stays readable, nobody writes in it any more. */
  closeBetween(tx: Tx, one: string, other: string): Promise<void>;
  /** Whether an open chat connects the two by name. */
  connected(db: Kysely<DB>, one: string, other: string): Promise<boolean>;
  view(db: Kysely<DB>, rows: readonly RoomRow[], viewer: string): Promise<ChatRoom[]>;
  /** Tells a member, after the commit, what the room has become. */
  tellRoom(tx: Tx, roomId: string, member: string): Promise<void>;
}

export interface RoomOptions {
  live: Pick<Live, 'tell'>;
  /** How people are shown, in one query for all of them. */
  person(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Person>>;
}

/** Rooms whose members know each other by name. */
const REVEALING: readonly RoomType[] = ['direct', 'mode2', 'post'];

/** The same for both: neither learns who ended it. */
const LAST_LINE = 'This chat is closed.';

export function createRooms({ live, person }: RoomOptions): Rooms {
  async function view(db: Kysely<DB>, rows: readonly RoomRow[], viewer: string): Promise<ChatRoom[]> {
    if (rows.length === 0) return [];
    const people = await person(db, [...new Set(rows.map((row) => otherOf(row, viewer)))]);
    return rows.map((row) => chatRoomOf(row, viewer, people));
  }

  async function tell(tx: Tx, roomId: string, member: string, more: (row: RoomRow) => LiveEvent[]): Promise<void> {
    const row = await findRoom(tx.db, roomId, member);
    if (!row) return;
    const [room] = await view(tx.db, [row], member);
    const events = [...more(row), ...(room ? [{ name: 'room.updated', data: room } as const] : [])];
    tx.after(() => events.forEach((event) => live.tell(member, event)));
  }

  return {
    view,
    tellRoom: (tx, roomId, member) => tell(tx, roomId, member, () => []),
    async createRoom(tx, room) {
      const known = await findOpenRoom(tx.db, { ...room, types: [room.type] });
      if (known !== undefined) return known;
      const roomId = await insertRoom(tx, room);
      for (const member of [room.a, room.b]) await tell(tx, roomId, member, () => []);
      return roomId;
    },
    async closeBetween(tx, one, other) {
      for (const roomId of await lockOpenRoomsOf(tx, one, other)) {
        const lastLine = await closeRoom(tx, roomId, LAST_LINE);
        for (const member of [one, other]) {
          await tell(tx, roomId, member, (room) => [
            { name: 'message.created', data: messageOf(lastLine, member, room) },
          ]);
        }
      }
    },
    connected: async (db, a, b) => (await findOpenRoom(db, { types: REVEALING, a, b })) !== undefined,
  };
}
