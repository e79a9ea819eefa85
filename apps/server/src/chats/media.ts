import { attachment as attachmentOf, type Attachment } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import type { DomainError } from '../platform/errors.ts';
import { findRooms } from './rooms-store.ts';
import { findMessagesWithMedia, findNumber } from './messages-store.ts';
import { messageId, parseMessageId } from './views.ts';

export type MediaType = 'image' | 'voice' | 'one_time_image';

/** An upload that a message claims. */
export interface Wanted {
  /** The upload's result. */
  path: string;
  /** The uploader; no other user may claim it. */
  owner: string;
  /** The type it must have. */
  type: MediaType;
  /** Identifies the message before it has a number; equal on every retry. */
  messageKey: string;
  waveform: readonly number[] | null;
}

/** Media operations of chats: rows only, in the message's transaction. Lock order: room before media. */
export interface ChatMedia {
  /** Returns one result per key. An error rejects its own message alone, so it is not thrown. */
  claim(tx: Tx, wanted: readonly Wanted[]): Promise<Map<string, Attachment | DomainError>>;
  /** Discards a deleted message's file: the bytes go soon after the commit. */
  discard(tx: Tx, path: string): Promise<void>;
}

/** The file of a message that a user may see. */
export interface MessageMedia {
  messageId: string;
  chatRoomId: string;
  senderId: string;
  path: string;
  attachment: Attachment;
}

/** Returns the files the viewer may see: none from other users' rooms or deleted messages. */
export async function findMedia(
  db: Kysely<DB>,
  { viewer, messageIds }: { viewer: string; messageIds: readonly string[] },
): Promise<MessageMedia[]> {
  const named = messageIds.flatMap((id) => parseMessageId(id) ?? []);
  const rooms = await findRooms(db, [...new Set(named.map(({ roomId }) => roomId))], viewer);
  const own = new Set(rooms.map(({ id }) => id));
  const rows = await findMessagesWithMedia(
    db,
    named.filter(({ roomId }) => own.has(roomId)),
  );
  const seen = rows.filter(({ hidden_at, sender_id }) => hidden_at === null || sender_id === viewer);
  return seen.map((row) => ({
    messageId: messageId(row.room_id, row.seq),
    chatRoomId: row.room_id,
    senderId: row.sender_id,
    path: row.media_path,
    attachment: attachmentOf.parse(row.attachment),
  }));
}

export interface Named {
  roomId: string;
  senderId: string;
  clientMessageId: string;
}

export function messageKeyOf({ roomId, senderId, clientMessageId }: Named): string {
  return `${roomId}.${senderId}.${clientMessageId}`;
}

/** Returns the message that claimed a file under this key; undefined when it is gone. */
export async function findClaimed(db: Kysely<DB>, messageKey: string): Promise<string | undefined> {
  const [roomId = '', senderId = '', clientMessageId = ''] = messageKey.split('.');
  const seq = await findNumber(db, { roomId, senderId, clientMessageId });
  return seq === undefined ? undefined : messageId(roomId, seq);
}
