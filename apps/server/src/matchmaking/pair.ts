import type { Mode, Place } from '../engagement/index.ts';
import type { HotTx } from '../platform/database.ts';
import type { Alias } from '../platform/ids.ts';

/** One side of a new session, and the place they came from. */
export interface Seat extends Place {
  userId: string;
  alias: Alias;
  /** The tab that asked for the place. */
  tab: string | null;
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
  /** Within: stores the sessions in the pairing's own transaction. */
  open(tx: HotTx, pairs: readonly Pair[]): Promise<void>;
  /** After: tells both, but not the tab of a person that learns it as the answer to its join. */
  paired(pairs: readonly Pair[], answered: ReadonlyMap<string, string>): void;
  /** A session nobody has touched yet, without asking the database. */
  opened(pair: Pair, userId: string): View;
  /** Null: there is no such session of theirs. */
  find(userId: string, sessionId: string): Promise<View | null>;
}

export interface ModeRules {
  mode: Mode;
  /** The callable that joins; its answers are kept by request id. */
  joins: string;
  /** The deadline that asks whether both acknowledged. */
  ackDeadline: string;
  ackMs: number;
}
