import type { Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { findRoom } from './rooms-store.ts';
import type { RoomRow } from './rows.ts';
import { parseMessageId } from './views.ts';

/** Who may touch what. Everything of a room is asked for after this. */
export interface Access {
  /** @throws DomainError 'room-not-found': it is logged who asked. */
  refuse(roomId: string, member: string): never;
  /** @throws DomainError 'room-not-found' for one that is not there and for one of other people alike. */
  roomOf(db: Kysely<DB>, roomId: string, member: string): Promise<RoomRow>;
  /** The room and number of a message, where it may be one of theirs. */
  placeOf(db: Kysely<DB>, messageId: string, member: string): Promise<{ room: RoomRow; seq: number }>;
}

export function createAccess({ log }: { log: Log }): Access {
  async function roomOf(db: Kysely<DB>, roomId: string, member: string): Promise<RoomRow> {
    const room = await findRoom(db, roomId, member);
    return room ?? refuse(roomId, member);
  }

  function refuse(roomId: string, member: string): never {
    log.info({ userId: member, roomId }, 'somebody asked for a chat that is not theirs, or not there');
    throw new DomainError('room-not-found');
  }

  return {
    refuse,
    roomOf,
    async placeOf(db, messageId, member) {
      const named = parseMessageId(messageId);
      if (!named) throw new DomainError('message-not-found');
      return { room: await roomOf(db, named.roomId, member), seq: named.seq };
    },
  };
}
