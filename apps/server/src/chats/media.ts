import { attachment as attachmentOf, type Attachment } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import type { DomainError } from '../platform/errors.ts';
import { findRooms } from './rooms-store.ts';
import { findMessagesWithMedia, findNumber } from './messages-store.ts';
import { messageId, parseMessageId } from './views.ts';

export type MediaType = 'image' | 'voice' | 'one_time_image';

/** An upload that a message takes. */
export interface Wanted {
  /** What the upload answered. */
  path: string;
  /** Whoever uploaded it, and nobody else may use it. */
  owner: string;
  /** What it has to be. */
  type: MediaType;
  /** Names the message before it has a number; the same on every retry. */
  messageKey: string;
  waveform: readonly number[] | null;
}

/** What chats need of the files: rows only, in the transaction of the message. Room before media, wherever both are locked. */
export interface ChatMedia {
  /** One answer a key. An error refuses its message alone: it is thrown for nobody else's. */
  claim(tx: Tx, wanted: readonly Wanted[]): Promise<Map<string, Attachment | DomainError>>;
  /** The message that had it is gone: so are the bytes, soon after the commit. */
  discard(tx: Tx, path: string): Promise<void>;
}

/** The file of a message that somebody may see. */
export interface MessageMedia {
  messageId: string;
  chatRoomId: string;
  senderId: string;
  path: string;
  attachment: Attachment;
}

/** What there is of these messages' files for this person; of other people's rooms, and of what is deleted, nothing. */
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

/** The message that took a file under this key; undefined when it is gone. */
export async function findClaimed(db: Kysely<DB>, messageKey: string): Promise<string | undefined> {
  const [roomId = '', senderId = '', clientMessageId = ''] = messageKey.split('.');
  const seq = await findNumber(db, { roomId, senderId, clientMessageId });
  return seq === undefined ? undefined : messageId(roomId, seq);
}
