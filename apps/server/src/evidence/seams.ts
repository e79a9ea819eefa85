import type { Attachment } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';

/** A message its recipient was shown, at the moment it disappears for all users. */
export interface Shown {
  roomId: string;
  seq: number;
  sender: string;
  recipient: string;
  content: string;
  attachment: Attachment | null;
  /** The path of the file it carried. */
  file: string | null;
}

/** A sealed message as it was, for a report by its recipient. */
export interface Opened {
  content: string;
  attachment: unknown;
  /** The path where the moderator finds the file. */
  file: string | null;
}

/** The rows of files, which evidence needs of media. All but `newPath` run in the caller's transaction. */
export interface FileRows {
  /** A path for the encrypted bytes of this file. */
  newPath(file: string): string;
  /** Call before any byte is stored at a path: the file is deleted at that time. */
  keepUntil(tx: Tx, kept: { path: string; owner: string; until: Date }): Promise<void>;
  /** The encrypted bytes are stored. Deletes those of the file, unless a report or a message has it. */
  replaced(tx: Tx, moved: { file: string; sealedFile: string; owner: string; bytes: number }): Promise<void>;
  /**
   * Hides the file from all users and keeps it from deletion, because a report shows it. fileKey: the key of its
   * encrypted bytes.
   */
  reveal(tx: Tx, revealed: { path: string; fileKey: Buffer | null }): Promise<void>;
  /** Deletes the files that no report shows. The rest no longer count against a quota, lest that reveal a report. */
  expire(tx: Tx, paths: readonly string[]): Promise<void>;
}
