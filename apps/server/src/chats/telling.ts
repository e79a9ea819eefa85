import type { ChatRoom, LiveEvent, Message, MessageChange, Person } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import type { Live } from '../platform/live.ts';
import type { Presence } from '../platform/live/presence.ts';
import { readQuoted } from './messages-store.ts';
import { findRoom } from './rooms-store.ts';
import { membersOf, otherOf, revealsNames, type MessageRow, type RoomRow } from './rows.ts';
import { chatRoomOf, messageOf } from './views.ts';

export interface TellingOptions {
  live: Pick<Live, 'tell'>;
  presence: Pick<Presence, 'of'>;
  /** Reads how people are shown, in one query for all. */
  person(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Person>>;
}

/** Events about a room, emitted after the commit as each member sees it. */
export interface Telling {
  /** Returns rooms as one member sees them, with one query each for people and presences. */
  view(db: Kysely<DB>, rows: readonly RoomRow[], viewer: string): Promise<ChatRoom[]>;
  /** Returns a message as one member sees it. */
  message(db: Kysely<DB>, seen: { room: RoomRow; row: MessageRow; viewer: string }): Promise<Message>;
  /** Emits the room to these members. */
  room(tx: Tx, roomId: string, members: readonly string[]): Promise<void>;
  /** Emits a new message to these members. */
  created(tx: Tx, room: RoomRow, { row, members }: { row: MessageRow; members: readonly string[] }): Promise<void>;
  /** Emits a message changed at that number to these members; returns the viewer's change. */
  updated(
    tx: Tx,
    changed: { room: RoomRow; row: MessageRow; seq: number; viewer: string; members: readonly string[] },
  ): Promise<MessageChange>;
  /** Emits a message hidden or shown to one member, by its own number instead of a new one. */
  veiled(tx: Tx, changed: { room: RoomRow; row: MessageRow; reader: string }): Promise<void>;
}

export function createTelling({ live, presence, person }: TellingOptions): Telling {
  async function view(db: Kysely<DB>, rows: readonly RoomRow[], viewer: string): Promise<ChatRoom[]> {
    if (rows.length === 0) return [];
    const others = (of: readonly RoomRow[]): string[] => [...new Set(of.map((row) => otherOf(row, viewer)))];
    const people = await person(db, others(rows));
    const presences = await presence.of(db, others(rows.filter(revealsNames)));
    return rows.map((row) => chatRoomOf(row, viewer, { people, presences }));
  }

  async function quotedBy(db: Kysely<DB>, row: MessageRow): Promise<MessageRow | undefined> {
    return row.reply_to === null ? undefined : (await readQuoted(db, [row])).get(row.reply_to);
  }

  function tell(tx: Tx, member: string, event: LiveEvent): void {
    tx.after(() => live.tell(member, event));
  }

  return {
    view,
    message: async (db, { room, row, viewer }) => messageOf(row, viewer, { room, quoted: await quotedBy(db, row) }),
    async room(tx, roomId, members) {
      for (const member of members) {
        const row = await findRoom(tx.db, roomId, member);
        const [data] = row ? await view(tx.db, [row], member) : [];
        if (data) tell(tx, member, { name: 'room.updated', data });
      }
    },
    async created(tx, room, { row, members }) {
      const quoted = await quotedBy(tx.db, row);
      for (const member of membersOf(room).filter((one) => members.includes(one))) {
        tell(tx, member, { name: 'message.created', data: messageOf(row, member, { room, quoted }) });
      }
    },
    async updated(tx, { room, row, seq, viewer, members }) {
      const quoted = await quotedBy(tx.db, row);
      const changeFor = (member: string): MessageChange => ({ seq, message: messageOf(row, member, { room, quoted }) });
      for (const member of membersOf(room).filter((one) => members.includes(one)))
        tell(tx, member, { name: 'message.updated', data: changeFor(member) });
      return changeFor(viewer);
    },
    async veiled(tx, { room, row, reader }) {
      if (!membersOf(room).includes(reader)) return;
      const message = messageOf(row, reader, { room, quoted: await quotedBy(tx.db, row) });
      tell(tx, reader, { name: 'message.updated', data: { seq: row.seq, message } });
    },
  };
}
