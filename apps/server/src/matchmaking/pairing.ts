import type { Entry, Newcomer, QueueStore, Waiting } from '../engagement/index.ts';
import type { PipelineTx } from '../platform/database.ts';
import { newAlias, uuidv7 } from '../platform/ids.ts';
import type { ModeRules, Pair, Seat, Sessions } from './pair.ts';
import type { Match } from './policy.ts';
import { propose, settle, type Judgement, type Settled } from './proposing.ts';

export interface Paired extends Omit<Settled, 'couples'> {
  pairs: readonly Pair[];
}

export interface PairingOptions {
  store: QueueStore;
  rules: ModeRules;
  sessions: Pick<Sessions<unknown>, 'open'>;
}

/**
 * at-once: everything is sent before anything is answered, and the transaction ends when somebody has left or a couple is
 * kept apart. step-by-step: who these are is asked first, and the others are paired.
 */
export type Manner = 'at-once' | 'step-by-step';

/**
 * Pairs people of a queue in the caller's transaction, which holds the lease. Those of them who have no row yet
 * (`entering`) are given one, in the queue or in their session at once; the rows of the others are locked in one order
 * before they move.
 */
export async function pairUp(
  tx: PipelineTx,
  { queue, entering }: { queue: readonly Waiting[]; entering: readonly Newcomer[] },
  options: PairingOptions & { refused(one: string, other: string): boolean; manner: Manner },
): Promise<Paired> {
  const { store, rules, refused, manner } = options;
  const matches = propose(queue, { now: tx.now.getTime(), refused });
  const without = new Set<Waiting>(entering);
  const standing = matches.flatMap(({ a, b }) => [a, b]).filter((one) => !without.has(one));
  const judgement = await judge(tx, { standing, matches }, { store, manner });
  const { couples, ...settled } = settle(matches, judgement);
  const pairs = couples.map((couple) => pairOf(couple, tx.now, rules));
  seat(tx, { pairs, entering }, options);
  return { pairs, ...settled };
}

async function judge(
  tx: PipelineTx,
  { standing, matches }: { standing: readonly Waiting[]; matches: readonly Match[] },
  { store, manner }: { store: QueueStore; manner: Manner },
): Promise<Judgement> {
  if (manner === 'at-once') {
    store.expectHeld(tx, standing);
    store.expectAllowed(tx, matches);
    return { gone: new Set(), forbidden: new Set() };
  }
  const [held, forbidden] = await Promise.all([store.hold(tx, standing), store.forbidden(tx, matches)]);
  return { gone: new Set(standing.filter(({ userId }) => !held.has(userId))), forbidden };
}

function seat(
  tx: PipelineTx,
  { pairs, entering }: { pairs: readonly Pair[]; entering: readonly Newcomer[] },
  { store, sessions }: PairingOptions,
): void {
  const seats = new Map<string, string>();
  for (const { id, a, b } of pairs) seats.set(a.userId, id).set(b.userId, id);
  const entries = entering.map((newcomer): Entry => {
    const sessionId = seats.get(newcomer.userId) ?? null;
    seats.delete(newcomer.userId);
    return { newcomer, sessionId };
  });
  store.enter(tx, entries);
  store.move(
    tx,
    [...seats].map(([userId, sessionId]) => ({ userId, sessionId })),
  );
  if (pairs.length > 0) sessions.open(tx, pairs);
}

function pairOf({ a, b }: Match, now: Date, { ackMs }: ModeRules): Pair {
  const createdAt = now.getTime();
  return { id: uuidv7(createdAt), createdAt, ackDue: createdAt + ackMs, a: seatOf(a), b: seatOf(b) };
}

function seatOf({ userId, ticket, interests }: Waiting): Seat {
  return { userId, alias: newAlias(), ticket, interests };
}
