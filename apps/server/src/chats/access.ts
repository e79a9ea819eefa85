import type { Kysely } from 'kysely';
import type { DB } from '../platform/database.ts';
import { DomainError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { findRoom } from './rooms-store.ts';
import type { RoomRow } from './rows.ts';
import { parseMessageId } from './views.ts';

/** Membership checks. No room is read or written before one passes. */
export interface Access {
  /** @throws DomainError 'room-not-found', and logs the caller. */
  refuse(roomId: string, member: string): never;
  /** @throws DomainError 'room-not-found' for a missing room and for a room of other users alike. */
  roomOf(db: Kysely<DB>, roomId: string, member: string): Promise<RoomRow>;
  /** Returns the room and number that a message's id names; the message may not exist. */
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
