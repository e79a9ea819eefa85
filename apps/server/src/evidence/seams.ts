import type { Attachment } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';

/** A message that its recipient was shown, at the moment from which nobody can see it any more. */
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

/** A sealed message, as it was, for a report of its recipient. */
export interface Opened {
  content: string;
  attachment: unknown;
  /** The path where who judges the report finds the file. */
  file: string | null;
}

/** What evidence needs of media: the rows of files. All but `newPath` run in the transaction of the caller. */
export interface FileRows {
  /** A path for the encrypted bytes of this file. */
  newPath(file: string): string;
  /** Before any byte is stored at a path: what is there leaves the store at that time. */
  keepUntil(tx: Tx, kept: { path: string; owner: string; until: Date }): Promise<void>;
  /** The encrypted bytes are stored. Those of the file go now, unless a report or a message has the file. */
  replaced(tx: Tx, moved: { file: string; sealedFile: string; owner: string; bytes: number }): Promise<void>;
  /** Out of everybody's sight and of the eraser's reach: a report shows it. fileKey: the bytes are encrypted by it. */
  reveal(tx: Tx, revealed: { path: string; fileKey: Buffer | null }): Promise<void>;
  /** What no report shows leaves the store now; the rest counts against nobody's quota any more, lest that tell of a report. */
  expire(tx: Tx, paths: readonly string[]): Promise<void>;
}
