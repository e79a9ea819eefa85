import type { Attachment } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';

/** What a one-time image has become. */
export type OneTimeAttachment = Extract<Attachment, { kind: 'one_time_image' }>;

/** What media asks of chats, which knows whose messages are whose. */
export interface ChatSeam {
  /** Of the messages that this person may read and that carry a file: strangers', deleted and missing ones are left out. */
  attachmentsFor(
    db: Kysely<DB>,
    userId: string,
    messageIds: readonly string[],
  ): Promise<readonly { messageId: string; path: string }[]>;
  /** The message that `claim` was called for with this key; undefined when it is gone. */
  messageOf(tx: Tx, claimed: { sender: string; key: string }): Promise<string | undefined>;
  /** A change of the room's sequence, told to both by default. Locks the room: media's own rows are locked before. */
  changeMessage(
    tx: Tx,
    change: { messageId: string; attachment: OneTimeAttachment; told?: 'both' | 'sender' },
  ): Promise<unknown>;
}
