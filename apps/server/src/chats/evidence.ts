import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { findRoom, readMessages } from './store.ts';
import { otherOf, parseMessageId, SYSTEM, type MessageRow, type RoomRow } from './views.ts';

/** What was said, as it is kept with a report. Times in ms since the epoch. */
export interface RoomEvidence {
  chatRoomId: string;
  roomType: string;
  messages: { seq: number; senderId: string; type: string; content: string; createdAt: number }[];
}

/** Whom somebody means who points at a chat or at one message of it. */
export interface PointedAt {
  userId: string;
  /** Members of these rooms know each other by name. */
  alias: null;
  evidence: RoomEvidence;
}

const LATEST = 30;
const NEIGHBOURS = 10;

/** The other member, with the latest messages. Undefined: no room of theirs. */
export async function resolveRoom(
  tx: Tx,
  { me, roomId }: { me: string; roomId: string },
): Promise<PointedAt | undefined> {
  const room = await findRoom(tx.db, roomId, me);
  if (!room) return undefined;
  const { rows } = await readMessages(tx.db, roomId, { limit: LATEST });
  return { userId: otherOf(room, me), alias: null, evidence: evidenceOf(room, rows) };
}

/** Who wrote it, with its neighbours. Undefined: no message in a room of theirs, or the system's own. */
export async function resolveMessage(
  tx: Tx,
  { me, messageId }: { me: string; messageId: string },
): Promise<PointedAt | undefined> {
  const named = parseMessageId(messageId);
  const room = named && (await findRoom(tx.db, named.roomId, me));
  if (!room) return undefined;
  const around = await neighbourhood(tx.db, room.id, named.seq);
  const sender = around.find(({ seq }) => seq === named.seq)?.sender_id;
  return sender ? { userId: sender, alias: null, evidence: evidenceOf(room, around) } : undefined;
}

/** The message and up to ten on either side. */
async function neighbourhood(db: Kysely<DB>, roomId: string, seq: number): Promise<MessageRow[]> {
  const { rows: before } = await readMessages(db, roomId, { before: seq, limit: NEIGHBOURS });
  const { rows: from } = await readMessages(db, roomId, { after: seq - 1, limit: NEIGHBOURS + 1 });
  return [...before, ...from];
}

function evidenceOf({ id, type }: RoomRow, rows: readonly MessageRow[]): RoomEvidence {
  return {
    chatRoomId: id,
    roomType: type,
    messages: rows.map((row) => ({
      ...{ seq: row.seq, senderId: row.sender_id ?? SYSTEM, type: row.type },
      ...{ content: row.content, createdAt: row.created_at.getTime() },
    })),
  };
}
