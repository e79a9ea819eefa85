import type { Entry, Newcomer, QueueStore, Waiting } from '../engagement/index.ts';
import type { HotTx } from '../platform/database.ts';
import { awaitAll } from '../platform/deadlines.ts';
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
 * Pairs people of a queue in the caller's transaction, which holds the lease. Those of them who have no row yet
 * (`entering`) are given one, in the queue or in their session at once; the rows of the others are locked in one order
 * before they move.
 */
export async function pairUp(
  tx: HotTx,
  { queue, entering }: { queue: readonly Waiting[]; entering: readonly Newcomer[] },
  options: PairingOptions & { refused(one: string, other: string): boolean },
): Promise<Paired> {
  const { store, rules, refused } = options;
  const matches = match(queue, { now: tx.now.getTime(), refused, atMost: PAIRS_AT_MOST });
  const without = new Set<Waiting>(entering);
  const standing = matches.flatMap(({ a, b }) => [a, b]).filter((one) => !without.has(one));
  const held = await store.hold(tx, standing);
  const gone = standing.filter(({ userId }) => !held.has(userId));
  const lost = new Set(gone);
  const whole = matches.filter(({ a, b }) => !lost.has(a) && !lost.has(b));
  const proposed = whole.map((couple) => pairOf(couple, tx.now, rules));
  const forbidden = proposed.length > 0 ? await store.forbidden(tx, proposed) : NONE;
  const pairs = proposed.filter(({ id }) => !forbidden.has(id));
  await seat(tx, { pairs, entering }, options);
  return {
    ...{ pairs, gone },
    refused: whole.filter((_, i) => forbidden.has(proposed[i]!.id)),
    again: pairs.length < matches.length || matches.length === PAIRS_AT_MOST,
  };
}

const NONE: ReadonlySet<string> = new Set();

async function seat(
  tx: HotTx,
  { pairs, entering }: { pairs: readonly Pair[]; entering: readonly Newcomer[] },
  { store, sessions, rules }: PairingOptions,
): Promise<void> {
  const seats = new Map(pairs.flatMap(({ id, a, b }) => [[a.userId, id] as const, [b.userId, id] as const]));
  const entries = entering.map((newcomer): Entry => {
    const sessionId = seats.get(newcomer.userId) ?? null;
    seats.delete(newcomer.userId);
    return { newcomer, sessionId };
  });
  await store.enter(tx, entries);
  await store.move(
    tx,
    [...seats].map(([userId, sessionId]) => ({ userId, sessionId })),
  );
  if (pairs.length === 0) return;
  await sessions.open(tx, pairs);
  const due = new Date(tx.now.getTime() + rules.ackMs);
  await awaitAll(tx, { kind: rules.ackDeadline, keys: pairs.map(({ id }) => id), due });
}

function pairOf({ a, b }: Match, now: Date, { ackMs }: ModeRules): Pair {
  const createdAt = now.getTime();
  return { id: uuidv7(createdAt), createdAt, ackDue: createdAt + ackMs, a: seatOf(a), b: seatOf(b) };
}

function seatOf({ userId, ticket, place, since, tab }: Waiting): Seat {
  return { userId, alias: newAlias(), ticket, place, since, tab };
}
