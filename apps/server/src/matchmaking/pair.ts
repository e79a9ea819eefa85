import type { Mode } from '../engagement/index.ts';
import type { PipelineTx } from '../platform/database.ts';
import type { DomainError } from '../platform/errors.ts';
import type { Alias } from '../platform/ids.ts';

/** A participant of a new session. */
export interface Seat {
  userId: string;
  alias: Alias;
  /** From the wait before the session. */
  ticket: string;
  /** Named in the join. */
  interests: readonly string[];
}

/** A matched pair and its new session, as inserted. Times in ms since the epoch. */
export interface Pair {
  id: string;
  createdAt: number;
  /** Deadline for both to acknowledge. */
  ackDue: number;
  /** The user with the longer wait. */
  a: Seat;
  b: Seat;
}

/** The sessions of a mode. `View` is a session as one participant sees it. */
export interface Sessions<View> {
  /** Inserts the sessions in the transaction, with a deadline for their acknowledgement. All have one `createdAt`. */
  open(tx: PipelineTx, pairs: readonly Pair[]): void;
  /** Emits to both after the commit, except to the tab that learns it from its join. */
  paired(pairs: readonly Pair[], answered: ReadonlyMap<string, string>): void;
  /** Returns the view of a new session without a query. */
  opened(pair: Pair, userId: string): View;
  /** Null when the user has no such session. */
  find(userId: string, sessionId: string): Promise<View | null>;
}

export interface ModeRules {
  mode: Mode;
  /** Time for both to acknowledge; 0 when none is needed. */
  ackMs: number;
  /** ahead: preferences are read when users connect, which spares a rush of joins the reads. */
  looks: 'ahead' | 'when-they-join';
  /** Absent: open to all. */
  gate?: Gate;
}

/** Refuses joins for a reason of the mode. */
export interface Gate {
  /** Returns the users to refuse, with their errors. */
  closedTo(
    lane: Pick<PipelineTx, 'run'>,
    people: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, DomainError>>;
  /** Checks again once the users have rows; fails the transaction when the gate is closed to one of them. */
  expectOpen(tx: PipelineTx, people: readonly string[]): void;
}
