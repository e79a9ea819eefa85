import type { SafetyTarget } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import type { StoredReport } from '../safety/index.ts';

/**
 * What other modules do with their content, in the same transaction. Session, profile, post and room are locked there.
 */
export interface ContentSeam {
  /** Hides a target from all but its author; false where nothing can be hidden. */
  hide(tx: Tx, target: SafetyTarget): Promise<boolean>;
  /** Shows a target again; does nothing where it is gone. */
  show(tx: Tx, target: SafetyTarget): Promise<void>;
  /** Removes a target for good. `picture`: the path of the only one meant, instead of the whole profile. */
  takeAway(tx: Tx, taken: { target: SafetyTarget; person: string; picture: string | null }): Promise<void>;
  /** Releases the files that only these reports kept; they are deleted as they were to be. */
  letGo(tx: Tx, reports: readonly StoredReport[]): Promise<void>;
}

/** Notifies users, in the same transaction. */
export interface NoticeSeam {
  /** Notifies of a statement, or of an answer to an appeal. */
  stated(tx: Tx, person: string): Promise<void>;
  /** Notifies reporters, ids ascending, that their reports have an outcome. */
  reportsClosed(tx: Tx, reporters: readonly string[]): Promise<void>;
}

export interface StandingSeam {
  /** Ends at once what the user is in. Locks leases before sessions. */
  expel(tx: Tx, userId: string): Promise<void>;
  /** Makes every node read suspensions anew after the commit. */
  announceStanding(tx: Tx): void;
}
