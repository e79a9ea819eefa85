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
 * at-once: sends all statements before any reply; the transaction fails when a user has left or a couple is
 * incompatible. step-by-step: checks the proposal first and pairs the rest.
 */
export type Manner = 'at-once' | 'step-by-step';

interface People {
  /** In the order of slots. */
  queue: readonly Waiting[];
  /** Users of the queue without a row yet. */
  entering: readonly Newcomer[];
}

interface PairUpOptions extends PairingOptions {
  manner: Manner;
  /** Whether a hard rule is known to keep them apart. */
  refused(one: string, other: string): boolean;
  /** Remembers that one does. */
  refuse(one: string, other: string): void;
}

/**
 * Each proposal knows the refused pairs of those before it; otherwise a user further back may get the front's partner.
 */
const PROPOSALS_AT_MOST = 4;
/** Extra pairs checked between two proposals: each user of a refused pair with the front of the queue. */
const LESSONS_AT_MOST = 2_000;

/**
 * Pairs users in the caller's transaction, which holds the lease. New entries get a row, in the queue or directly in a
 * session. The other rows are locked in one order before they move.
 */
export async function pairUp(tx: PipelineTx, people: People, options: PairUpOptions): Promise<Paired> {
  const { matches, judgement } = await (options.manner === 'at-once' ? presume : judge)(tx, people, options);
  const { couples, ...settled } = settle(matches, judgement);
  const pairs = couples.map((couple) => pairOf(couple, tx.now, options.rules));
  seat(tx, { pairs, entering: people.entering }, options);
  return { pairs, ...settled };
}

interface Judged {
  matches: readonly Match[];
  judgement: Judgement;
}

async function presume(tx: PipelineTx, people: People, { store, refused }: PairUpOptions): Promise<Judged> {
  const matches = propose(people.queue, { now: tx.now.getTime(), refused });
  store.expectHeld(tx, standing(matches, people));
  return { matches, judgement: { gone: new Set(), forbidden: new Set() } };
}

async function judge(tx: PipelineTx, people: People, { store, refused, refuse }: PairUpOptions): Promise<Judged> {
  const { queue } = people;
  const proposed = (): Match[] => propose(queue, { now: tx.now.getTime(), refused });
  let matches = proposed();
  let forbidden = await store.forbidden(tx, matches);
  for (let proposals = 1; forbidden.size > 0 && proposals < PROPOSALS_AT_MOST; proposals++) {
    const apart = matches.filter((_, i) => forbidden.has(i));
    for (const { a, b } of apart) refuse(a.userId, b.userId);
    const lessons = lessonsOf(new Set(apart.flatMap(({ a, b }) => [a, b])), queue, refused);
    for (const i of await store.forbidden(tx, lessons)) refuse(lessons[i]!.a.userId, lessons[i]!.b.userId);
    matches = proposed();
    forbidden = await store.forbidden(tx, matches);
  }
  const allowed = matches.filter((_, i) => !forbidden.has(i));
  const present = standing(allowed, people);
  const held = await store.hold(tx, present);
  return { matches, judgement: { gone: new Set(present.filter(({ userId }) => !held.has(userId))), forbidden } };
}

/** Returns the matched users with a row. */
function standing(matches: readonly Match[], { entering }: People): Waiting[] {
  const without = new Set<Waiting>(entering);
  return matches.flatMap(({ a, b }) => [a, b]).filter((one) => !without.has(one));
}

/** Combines each of `some` with equally many users of the queue, front first, except pairs known as refused. */
function lessonsOf(some: ReadonlySet<Waiting>, queue: readonly Waiting[], refused: PairUpOptions['refused']): Match[] {
  const each = Math.ceil(LESSONS_AT_MOST / some.size);
  return [...some].flatMap((a) => {
    const isNew = (b: Waiting): boolean => {
      const isAskedAlready = some.has(b) && b.place <= a.place;
      return a !== b && !isAskedAlready && !refused(a.userId, b.userId);
    };
    return queue
      .values()
      .filter(isNew)
      .take(each)
      .map((b) => ({ a, b }))
      .toArray();
  });
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
  // Comes last: an insert may have waited for the end of an earlier session, which makes the two incompatible.
  store.expectAllowed(tx, pairs);
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
