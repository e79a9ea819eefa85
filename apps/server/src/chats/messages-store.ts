import { sql, type Insertable, type Kysely, type Updateable } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import type { MessageRow, RoomRow, SeenMessage, Side } from './rows.ts';

export interface Page {
  rows: MessageRow[];
  hasMore: boolean;
}

/** Ascending, none above `upTo`. before: the latest below it; after: the earliest above it; neither: the latest. */
export async function readMessages(
  db: Kysely<DB>,
  roomId: string,
  { before, after, upTo, limit }: { before?: number | null; after?: number | null; upTo: number; limit: number },
): Promise<Page> {
  const ascending = after !== null && after !== undefined;
  let messages = db
    .selectFrom('chats.message')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('seq', '<=', upTo)
    .orderBy('seq', ascending ? 'asc' : 'desc')
    .limit(limit + 1);
  if (ascending) messages = messages.where('seq', '>', after);
  if (before !== null && before !== undefined) messages = messages.where('seq', '<', before);
  const found = await messages.execute();
  const rows = found.slice(0, limit);
  return { rows: ascending ? rows : rows.toReversed(), hasMore: found.length > limit };
}

/** A message; `change` is the number of its change, null in its own row. */
export type NumberedRow = MessageRow & { change: number | null };

/**
 * Returns messages and changes above a number, in order of their numbers. One statement reads one snapshot: a number
 * missing in between never existed.
 */
export async function readAfter(
  db: Kysely<DB>,
  roomId: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<{ rows: NumberedRow[]; hasMore: boolean }> {
  const { rows } = await sql<NumberedRow>`
    SELECT * FROM (
      (
        SELECT NULL::bigint AS change, message.* FROM chats.message
        WHERE room_id = ${roomId} AND seq > ${after} AND seq <= ${upTo}
        ORDER BY seq LIMIT ${limit + 1}
      ) UNION ALL (
        SELECT changed.seq, message.* FROM chats.room_change changed
        JOIN chats.message ON message.room_id = changed.room_id AND message.seq = changed.message_seq
        WHERE changed.room_id = ${roomId} AND changed.seq > ${after} AND changed.seq <= ${upTo}
        ORDER BY changed.seq LIMIT ${limit + 1}
      )
    ) numbered
    ORDER BY coalesce(change, seq) LIMIT ${limit + 1}`.execute(db);
  return { rows: rows.slice(0, limit), hasMore: rows.length > limit };
}

/** Returns messages that these (of one room) quote, by number. */
export async function readQuoted(db: Kysely<DB>, rows: readonly SeenMessage[]): Promise<Map<number, MessageRow>> {
  const numbers = rows.flatMap(({ reply_to }) => reply_to ?? []);
  const roomId = rows[0]?.room_id;
  if (roomId === undefined || numbers.length === 0) return new Map();
  const quoted = await db
    .selectFrom('chats.message')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('seq', 'in', numbers)
    .execute();
  return new Map(quoted.map((row) => [row.seq, row]));
}

export async function findMessage(db: Kysely<DB>, roomId: string, seq: number): Promise<MessageRow | undefined> {
  return db
    .selectFrom('chats.message')
    .selectAll()
    .where('room_id', '=', roomId)
    .where('seq', '=', seq)
    .executeTakeFirst();
}

/** Finds a message by its sender's own id for it. */
export async function findNumber(
  db: Kysely<DB>,
  { roomId, senderId, clientMessageId }: { roomId: string; senderId: string; clientMessageId: string },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('chats.message')
    .select('seq')
    .where('room_id', '=', roomId)
    .where('sender_id', '=', senderId)
    .where('client_message_id', '=', clientMessageId)
    .executeTakeFirst();
  return row?.seq;
}

/** Returns the number of the sender's latest message with this content. */
export async function findSaid(
  db: Kysely<DB>,
  { roomId, senderId, content }: { roomId: string; senderId: string; content: string },
): Promise<number | undefined> {
  const said = db.selectFrom('chats.message').where('room_id', '=', roomId).where('sender_id', '=', senderId);
  const row = await said
    .where('content', '=', content)
    .orderBy('seq', 'desc')
    .limit(1)
    .select('seq')
    .executeTakeFirst();
  return row?.seq;
}

/** Returns the number of the newest message; changes have numbers above it. */
export async function newestMessage(db: Kysely<DB>, roomId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('chats.message')
    .select('seq')
    .where('room_id', '=', roomId)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.seq;
}

export async function insertMessage(tx: Tx, row: Insertable<DB['chats.message']>): Promise<MessageRow> {
  return tx.db.insertInto('chats.message').values(row).returningAll().executeTakeFirstOrThrow();
}

export type MessagePatch = Updateable<DB['chats.message']>;

export async function updateMessage(
  tx: Tx,
  { room_id, seq }: Pick<MessageRow, 'room_id' | 'seq'>,
  patch: MessagePatch,
): Promise<MessageRow> {
  return tx.db
    .updateTable('chats.message')
    .set(patch)
    .where('room_id', '=', room_id)
    .where('seq', '=', seq)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Replaces the message's earlier change: readers get the message as it is now. */
export async function storeChange(
  tx: Tx,
  change: { roomId: string; seq: number; kind: string; messageSeq: number },
): Promise<void> {
  const { roomId: room_id, seq, kind, messageSeq: message_seq } = change;
  const since = { seq, kind, created_at: tx.now };
  await tx.db
    .insertInto('chats.room_change')
    .values({ room_id, message_seq, ...since })
    .onConflict((known) => known.columns(['room_id', 'message_seq']).doUpdateSet(since))
    .execute();
}

/** Recounts what this side's member has not read above the number; deleted messages do not count. */
export async function countUnread(tx: Tx, room: RoomRow, { reader, after }: { reader: Side; after: number }) {
  const { unread } = await tx.db
    .selectFrom('chats.message')
    .select((message) => message.fn.countAll<number>().as('unread'))
    .where('room_id', '=', room.id)
    .where('seq', '>', after)
    .where('sender_id', '=', reader === 'a' ? room.b : room.a)
    .where('silent', '=', false)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return unread;
}

interface WithMedia {
  room_id: string;
  seq: number;
  sender_id: string;
  media_path: string;
  attachment: unknown;
  hidden_at: Date | null;
}

export async function findMessagesWithMedia(
  db: Kysely<DB>,
  named: readonly { roomId: string; seq: number }[],
): Promise<WithMedia[]> {
  if (named.length === 0) return [];
  const { rows } = await sql<WithMedia>`
    SELECT message.room_id, message.seq, message.sender_id, message.media_path, message.attachment, message.hidden_at
    FROM unnest(${named.map(({ roomId }) => roomId)}::uuid[], ${named.map(({ seq }) => seq)}::bigint[]) AS named (room_id, seq)
    JOIN chats.message ON message.room_id = named.room_id AND message.seq = named.seq
    WHERE message.media_path IS NOT NULL`.execute(db);
  return rows;
}

/** Deletes the first `limit` messages of a room with their changes. Returns their files. */
export async function deleteMessages(
  tx: Tx,
  { roomId, limit }: { roomId: string; limit: number },
): Promise<{ files: string[]; hasMore: boolean }> {
  const { rows } = await sql<{ seq: number; media_path: string | null }>`
    DELETE FROM chats.message
    WHERE room_id = ${roomId}
      AND seq IN (SELECT seq FROM chats.message WHERE room_id = ${roomId} ORDER BY seq LIMIT ${limit})
    RETURNING seq, media_path`.execute(tx.db);
  const last = Math.max(...rows.map(({ seq }) => seq), 0);
  await tx.db.deleteFrom('chats.room_change').where('room_id', '=', roomId).where('message_seq', '<=', last).execute();
  return { files: rows.flatMap(({ media_path }) => media_path ?? []), hasMore: rows.length === limit };
}

/** Whether a message still has this file. */
export async function hasFile(
  db: Kysely<DB>,
  { roomId, seq, path }: { roomId: string; seq: number; path: string },
): Promise<boolean> {
  const message = db.selectFrom('chats.message').where('room_id', '=', roomId).where('seq', '=', seq);
  return (await message.where('media_path', '=', path).select('seq').executeTakeFirst()) !== undefined;
}
