import type { SafetyTarget } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import type { StoredReport } from '../safety/index.ts';

/** What the modules do about what is theirs, in the same transaction. Session, profile, post and room are locked there. */
export interface ContentSeam {
  /** Nobody sees it but whoever made it; false where nothing can be hidden. */
  hide(tx: Tx, target: SafetyTarget): Promise<boolean>;
  /** As before; nothing happens where it is gone. */
  show(tx: Tx, target: SafetyTarget): Promise<void>;
  /** For good. picture: the path of the one it is about, where it is not all that somebody shows of themselves. */
  takeAway(tx: Tx, taken: { target: SafetyTarget; person: string; picture: string | null }): Promise<void>;
  /** Files that were kept for these reports alone go the way they were to go. */
  letGo(tx: Tx, reports: readonly StoredReport[]): Promise<void>;
}

/** What somebody is told of, in the same transaction. */
export interface NoticeSeam {
  /** There is a statement, or an answer to their appeal. */
  stated(tx: Tx, person: string): Promise<void>;
  /** Reports of these people, ids ascending, have an outcome. */
  reportsClosed(tx: Tx, reporters: readonly string[]): Promise<void>;
}

export interface StandingSeam {
  /** They leave at once whatever they are in. Leases before sessions. */
  expel(tx: Tx, userId: string): Promise<void>;
  /** After the commit every node learns who is suspended. */
  announceStanding(tx: Tx): void;
}
