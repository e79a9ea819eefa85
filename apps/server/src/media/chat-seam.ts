import type { Attachment } from '@yonder/contract';
import type { Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';

export type OneTimeAttachment = Extract<Attachment, { kind: 'one_time_image' }>;

/** What media needs from chats, which knows the access rules of messages. */
export interface ChatSeam {
  /** Returns those of the messages that the user may read and that carry a file; others are left out. */
  attachmentsFor(
    db: Kysely<DB>,
    userId: string,
    messageIds: readonly string[],
  ): Promise<readonly { messageId: string; path: string }[]>;
  /** Returns the message that `claim` was called for with this key; undefined when it is gone. */
  messageOf(tx: Tx, claimed: { sender: string; key: string }): Promise<string | undefined>;
  /** Changes the message in the room's sequence; both get an event by default. Lock order: media rows, then room. */
  changeMessage(
    tx: Tx,
    change: { messageId: string; attachment: OneTimeAttachment; told?: 'both' | 'sender' },
  ): Promise<unknown>;
}
