import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB, Tx } from '../platform/database.ts';
import { readMessages } from './messages-store.ts';
import { findRoomLeftOrNot, lockRoom } from './rooms-store.ts';
import { otherOf, type MessageRow, type RoomRow } from './rows.ts';
import { parseMessageId, SYSTEM } from './views.ts';

/** Messages as a report keeps them. */
export type RoomEvidence = z.infer<typeof roomEvidence>;

/** Times in ms since the epoch. */
export const roomEvidence = z.object({
  chatRoomId: z.string(),
  roomType: z.string(),
  messages: z.array(
    z.object({
      seq: z.int(),
      senderId: z.string(),
      type: z.string(),
      /** Empty where it was deleted before, and not sealed for the reporter. */
      content: z.string(),
      attachment: z.unknown(),
      /** The file: kept as long as the report is, even without the message. */
      mediaPath: z.nullable(z.string()),
      createdAt: z.int(),
      deletedAt: z.nullable(z.int()),
      /** Deleted by moderators, not by the sender. */
      isRemoved: z.optional(z.boolean()),
    }),
  ),
});

/** The user that a reported chat or message points at. */
export interface PointedAt {
  userId: string;
  /** The alias the reporter knows; null: the name. */
  alias: string | null;
  evidence: RoomEvidence;
}

const LATEST = 30;
const NEIGHBOURS = 10;

/** Returns the other member with the latest messages, even after one has left. Undefined: not a member. */
export async function resolveRoom(
  tx: Tx,
  { me, roomId }: { me: string; roomId: string },
): Promise<PointedAt | undefined> {
  const room = await findRoomLeftOrNot(tx.db, roomId, me);
  if (!room) return undefined;
  await keepStill(tx, room);
  const { rows } = await readMessages(tx.db, roomId, { upTo: Number.MAX_SAFE_INTEGER, limit: LATEST });
  const other = otherOf(room, me);
  return { userId: other, alias: aliasOf(room, other), evidence: evidenceOf(room, rows) };
}

/** Works even after a member has left. Locks nothing. Undefined: not a member. */
export async function otherMember(
  db: Kysely<DB>,
  { me, roomId }: { me: string; roomId: string },
): Promise<string | undefined> {
  const room = await findRoomLeftOrNot(db, roomId, me);
  return room && otherOf(room, me);
}

/** Undefined when it is no message id. */
export function roomOfMessage(messageId: string): string | undefined {
  return parseMessageId(messageId)?.roomId;
}

/** Returns the author, with neighbouring messages. Undefined: not in a room of this member, or a system message. */
export async function resolveMessage(
  tx: Tx,
  { me, messageId }: { me: string; messageId: string },
): Promise<PointedAt | undefined> {
  const named = parseMessageId(messageId);
  const room = named && (await findRoomLeftOrNot(tx.db, named.roomId, me));
  if (!room) return undefined;
  await keepStill(tx, room);
  const around = await neighbourhood(tx.db, room.id, named.seq);
  const said = around.find(({ seq, type }) => seq === named.seq && type !== SYSTEM);
  if (!said?.sender_id) return undefined;
  return { userId: said.sender_id, alias: aliasOf(room, said.sender_id), evidence: evidenceOf(room, around) };
}

function aliasOf({ a, a_alias, b_alias }: RoomRow, userId: string): string | null {
  return userId === a ? a_alias : b_alias;
}

/** Makes a delete or purge either come first or see the report being filed. */
async function keepStill(tx: Tx, { id }: RoomRow): Promise<void> {
  await lockRoom(tx, id);
}

/** Returns the message and up to ten on either side. */
async function neighbourhood(db: Kysely<DB>, roomId: string, seq: number): Promise<MessageRow[]> {
  const upTo = Number.MAX_SAFE_INTEGER;
  const { rows: before } = await readMessages(db, roomId, { before: seq, upTo, limit: NEIGHBOURS });
  const { rows: from } = await readMessages(db, roomId, { after: seq - 1, upTo, limit: NEIGHBOURS + 1 });
  return [...before, ...from];
}

function evidenceOf({ id, type }: RoomRow, rows: readonly MessageRow[]): RoomEvidence {
  return {
    chatRoomId: id,
    roomType: type,
    messages: rows.map((row) => ({
      seq: row.seq,
      senderId: row.sender_id ?? SYSTEM,
      type: row.type,
      content: row.content,
      attachment: row.attachment,
      mediaPath: row.media_path,
      createdAt: row.created_at.getTime(),
      deletedAt: row.deleted_at?.getTime() ?? null,
    })),
  };
}
