import type { QueueStore, Waiting } from '../engagement/index.ts';
import type { HotTx } from '../platform/database.ts';
import { newAlias, uuidv7 } from '../platform/ids.ts';
import type { ModeRules, Pair, Seat, Sessions } from './pair.ts';
import { match, type Match } from './policy.ts';

export interface Paired {
  pairs: readonly Pair[];
  /** Forbidden by a hard rule; both keep their places. */
  refused: readonly Match[];
  /** Found gone when their rows were to be held. */
  gone: readonly Waiting[];
  /** Whether another look may pair more people. */
  again: boolean;
}

export interface PairingOptions {
  store: QueueStore;
  rules: ModeRules;
  sessions: Pick<Sessions<unknown>, 'open'>;
}

/** More in one transaction would keep the first of them waiting. */
const PAIRS_AT_MOST = 500;
export const NOBODY: Paired = { pairs: [], refused: [], gone: [], again: false };

/**
 * Pairs people of a queue in the caller's transaction, which holds the lease: the rows of all are locked in one order,
 * then one statement keeps what no hard rule forbids.
 */
export async function pairUp(
  tx: HotTx,
  queue: readonly Waiting[],
  options: PairingOptions & { refused(one: string, other: string): boolean },
): Promise<Paired> {
  const { store, rules, sessions, refused } = options;
  const matches = match(queue, { now: tx.now.getTime(), refused, atMost: PAIRS_AT_MOST });
  if (matches.length === 0) return NOBODY;
  const people = matches.flatMap(({ a, b }) => [a, b]);
  const held = await store.hold(tx, people);
  const whole = matches.filter(({ a, b }) => held.has(a.userId) && held.has(b.userId));
  const proposed = whole.map((couple) => pairOf(couple, tx.now, rules));
  const seated = await store.seat(tx, proposed, new Date(tx.now.getTime() + rules.ackMs));
  const pairs = proposed.filter(({ id }) => seated.has(id));
  if (pairs.length > 0) await sessions.open(tx, pairs);
  return {
    pairs,
    refused: whole.filter((_, i) => !seated.has(proposed[i]!.id)),
    gone: people.filter(({ userId }) => !held.has(userId)),
    again: pairs.length < matches.length || matches.length === PAIRS_AT_MOST,
  };
}

function pairOf({ a, b }: Match, now: Date, { ackMs }: ModeRules): Pair {
  const createdAt = now.getTime();
  return { id: uuidv7(createdAt), createdAt, ackDue: createdAt + ackMs, a: seatOf(a), b: seatOf(b) };
}

function seatOf({ userId, ticket, place, since, tab }: Waiting): Seat {
  return { userId, alias: newAlias(), ticket, place, since, tab };
}
