import type { Mode } from '../engagement/index.ts';
import type { PipelineTx } from '../platform/database.ts';
import type { DomainError } from '../platform/errors.ts';
import type { Alias } from '../platform/ids.ts';

/** One side of a new session. */
export interface Seat {
  userId: string;
  alias: Alias;
  /** Of the wait they came from. */
  ticket: string;
  /** What they named when they joined. */
  interests: readonly string[];
}

/** A session to be: nobody has touched it yet. Times in ms since the epoch. */
export interface Pair {
  id: string;
  createdAt: number;
  /** Both acknowledge until then. */
  ackDue: number;
  /** The one who waited longer. */
  a: Seat;
  b: Seat;
}

/** What the mode whose people are matched brings along. `View` is a session as one of the two sees it. */
export interface Sessions<View> {
  /** Within: sends the sessions along, and what asks whether both have acknowledged. All were made at one time. */
  open(tx: PipelineTx, pairs: readonly Pair[]): void;
  /** After: tells both, but not the tab of a person that learns it as the answer to its join. */
  paired(pairs: readonly Pair[], answered: ReadonlyMap<string, string>): void;
  /** A session nobody has touched yet, without asking the database. */
  opened(pair: Pair, userId: string): View;
  /** Null: there is no such session of theirs. */
  find(userId: string, sessionId: string): Promise<View | null>;
}

export interface ModeRules {
  mode: Mode;
  /** How long both have to acknowledge; 0 where nobody has to. */
  ackMs: number;
  /** ahead: whoever comes is read about before they join, so that a rush need not be. */
  looks: 'ahead' | 'when-they-join';
  /** Absent: open to all. */
  gate?: Gate;
}

/** Who may not join for a reason of the mode's own. */
export interface Gate {
  /** Of these people, and what they are told. */
  closedTo(
    lane: Pick<PipelineTx, 'run'>,
    people: readonly string[],
    now: Date,
  ): Promise<ReadonlyMap<string, DomainError>>;
  /** The same without an answer, once they have their rows: the transaction ends when it is closed to one of them. */
  expectOpen(tx: PipelineTx, people: readonly string[]): void;
}
