import { CompiledQuery, type Kysely } from 'kysely';
import { idsOf, listOf, statement, type DB, type PipelineTx } from '../platform/database.ts';
import type { DomainError } from '../platform/errors.ts';
import type { Holds } from './connection-record.ts';
import { MARK_EVERY, segmentOf, type QueueMarks, type Segment } from './queue-marks.ts';
import { interestsOf, queueOf, type Engagement, type EngagementKind, type Mode, type Waiting } from './row.ts';

/** A join request. */
export interface Arrival {
  userId: string;
  ticket: string;
  tab: string | null;
  sid: string;
  requestId: string | null;
  /** Ms since the epoch. */
  asked: number;
  /** The user's slot, unless they have one already. */
  place: number;
  /** As requested; null means as in the profile. */
  language: string | null;
  interests: readonly string[];
}

export type Preferences = Pick<Waiting, 'language' | 'region'>;

/** A user without a row that may join, with the sign-in session and the request. */
export interface Newcomer extends Waiting {
  sid: string;
  requestId: string | null;
  asked: number;
  /** met: taken from the preference cache, without a look for a kept slot. */
  from: 'looked-at' | 'met';
  /** Whether a slot was already kept since the last match. */
  keptBefore: boolean;
}

/**
 * The eligibility of a join request. free: nothing occupies the user; `place` is the slot they would get. given-up: the
 * user gave up this request's slot, or left after sending it. refused: by a rule of the mode.
 */
export type Arrived =
  | { state: 'free'; newcomer: Newcomer; hadPlace: boolean }
  | { state: 'engaged'; engagement: Engagement & Waiting }
  | { state: 'given-up' | 'unknown' | 'barred' }
  | { state: 'refused'; refusal: DomainError };

/** A proposed pair. */
export interface Couple {
  a: { userId: string };
  b: { userId: string };
}

/** A row to insert; without a session the user waits. */
export interface Entry {
  newcomer: Newcomer;
  sessionId: string | null;
}

/** The statements of a queue. The matcher passes its connection or its transaction. */
export interface QueueStore {
  /** Reads preferences; omits users that need a further check to join. */
  meet(lane: Pick<PipelineTx, 'run'>, people: readonly string[], now: Date): Promise<Map<string, Preferences>>;
  /** Reads eligibility, in the order of `arrivals`. */
  look(lane: Pick<PipelineTx, 'run'>, arrivals: readonly Arrival[], now: Date): Promise<Arrived[]>;
  /** Locks and returns the users that still wait with that ticket; the others have left. */
  hold(tx: PipelineTx, people: readonly Pick<Waiting, 'userId' | 'ticket'>[]): Promise<Set<string>>;
  /** Locks like `hold`, without a reply; fails the transaction when a user has left. */
  expectHeld(tx: PipelineTx, people: readonly Pick<Waiting, 'userId' | 'ticket'>[]): void;
  /** Returns the indexes of couples that a hard rule keeps apart. The caller holds the lease. */
  forbidden(tx: PipelineTx, couples: readonly Couple[]): Promise<Set<number>>;
  /** Checks like `forbidden`, without a reply; fails the transaction when there is such a couple. */
  expectAllowed(tx: PipelineTx, couples: readonly Couple[]): void;
  /**
   * Inserts rows of free users, in the queue or in a session. Fails as taken when a user got a row elsewhere. Fails the
   * transaction when a user has given up this very request elsewhere.
   */
  enter(tx: PipelineTx, entries: readonly Entry[]): void;
  /** Moves users from the queue into their sessions; their rows must be locked. */
  move(tx: PipelineTx, seats: readonly { userId: string; sessionId: string }[]): void;
  /** Lets these tabs keep the slots alive from now on. */
  handOver(tx: PipelineTx, people: readonly Pick<Arrival, 'userId' | 'tab' | 'sid'>[]): void;
  /** Marks kept slots as used. */
  spend(tx: PipelineTx, userIds: readonly string[]): void;
  waiting(tx: PipelineTx): Promise<Waiting[]>;
  dropUnseen(tx: PipelineTx, since: Date): void;
  /** Reads the positions of those still waiting; for nodes without the queue in memory. */
  standings(
    from: PipelineTx | Kysely<DB>,
    people: readonly Pick<Waiting, 'userId' | 'place'>[],
    marks: QueueMarks,
  ): Promise<Map<string, Standing>>;
  /** Counts the waiting users of all nodes. */
  count(db: Kysely<DB>): Promise<number>;
}

/** Position 1 is the front. */
export interface Standing extends Holds {
  position: number;
  total: number;
}

/** The row of an engaged user; otherwise the row the user would get, as far as known. */
interface LookRow {
  state: Exclude<Arrived['state'], 'refused'>;
  kind: EngagementKind | null;
  ref: string | null;
  ticket: string | null;
  tab: string | null;
  /** Null: the next slot. */
  place: number | null;
  /** Null: since now. */
  since: Date | null;
  language: string | null;
  region: string | null;
  sid: string | null;
  interests: unknown;
  isKept: boolean;
  keptBefore: boolean;
  elsewhere: boolean;
  pausedUntil: Date | null;
  checkUntil: Date | null;
}
type HoldsRow = Pick<LookRow, 'pausedUntil' | 'checkUntil'>;
/** `reach`: users up to the end of the segment. */
type StandingRow = HoldsRow & { userId: string; position: number; reach: number; before: number };
type WaitingRow = Omit<Waiting, 'since' | 'interests' | keyof Holds> & HoldsRow & { since: Date; interests: unknown };

const meetRows = statement<Preferences & { userId: string }>(import.meta.resolve('./meet.sql'));
const lookRows = statement<LookRow>(import.meta.resolve('./look.sql'));
const holdRows = statement<{ userId: string }>(import.meta.resolve('./hold.sql'));
const forbiddenRows = statement<{ turn: number }>(import.meta.resolve('./forbidden.sql'));
const expectHeldRows = statement<never>(import.meta.resolve('./expect-held.sql'));
const expectAllowedRows = statement<never>(import.meta.resolve('./expect-allowed.sql'));
const expectPresentRows = statement<never>(import.meta.resolve('./expect-present.sql'));
const expectUnkeptRows = statement<never>(import.meta.resolve('./expect-unkept.sql'));
const enterRows = statement<never>(import.meta.resolve('./enter.sql'));
const moveRows = statement<never>(import.meta.resolve('./move.sql'));
const spendRows = statement<never>(import.meta.resolve('./spend.sql'));
const handOverRows = statement<never>(import.meta.resolve('./hand-over.sql'));
const waitingRows = statement<WaitingRow>(import.meta.resolve('./waiting.sql'));
const dropRows = statement<never>(import.meta.resolve('./drop-unseen.sql'));
const standingRows = statement<StandingRow>(import.meta.resolve('./standings.sql'));

export function createQueueStore({ mode, nodeId }: { mode: Mode; nodeId: string }): QueueStore {
  const queue = queueOf(mode);

  return {
    async meet(lane, people, now) {
      const rows = await lane.run(meetRows, [idsOf(people), now]);
      return new Map(rows.map(({ userId, ...preferences }) => [userId, preferences]));
    },
    async look(lane, arrivals, now) {
      const requestIds = listOf(arrivals.map(({ requestId }) => requestId));
      const asked = listOf(arrivals.map((arrival) => arrival.asked));
      const values = [idsIn(arrivals, 'userId'), requestIds, now, mode, asked, nodeId];
      const rows = await lane.run(lookRows, values);
      return arrivals.map((arrival, i) => arrivedOf(arrival, rows[i]!, now.getTime()));
    },
    async hold(tx, people) {
      if (people.length === 0) return new Set();
      const rows = await tx.run(holdRows, [idsIn(people, 'userId'), idsIn(people, 'ticket'), queue]);
      return new Set(rows.map(({ userId }) => userId));
    },
    expectHeld(tx, people) {
      if (people.length > 0) tx.send(expectHeldRows, [idsIn(people, 'userId'), idsIn(people, 'ticket'), queue]);
    },
    async forbidden(tx, couples) {
      if (couples.length === 0) return new Set();
      const rows = await tx.run(forbiddenRows, [...sidesOf(couples), tx.now]);
      return new Set(rows.map(({ turn }) => turn - 1));
    },
    expectAllowed(tx, couples) {
      if (couples.length > 0) tx.send(expectAllowedRows, [...sidesOf(couples), tx.now]);
    },
    enter(tx, entries) {
      if (entries.length === 0) return;
      const newcomers = entries.map(({ newcomer }) => newcomer);
      const column = (read: (newcomer: Newcomer) => string | number | null): string => listOf(newcomers.map(read));
      const people = idsIn(newcomers, 'userId');
      tx.send(enterRows, [
        people,
        idsIn(entries, 'sessionId'),
        idsIn(newcomers, 'ticket'),
        column(({ place }) => place),
        column(({ tab }) => tab),
        column(({ language }) => language),
        column(({ region }) => region),
        column(({ since }) => since),
        idsIn(newcomers, 'sid'),
        column(({ requestId }) => requestId),
        queue,
        mode,
        tx.now,
        column(({ interests }) => (interests.length > 0 ? JSON.stringify(interests) : null)),
        column(({ keptBefore }) => String(keptBefore)),
      ]);
      expectStill(tx, newcomers, mode);
    },
    move(tx, seats) {
      if (seats.length > 0) tx.send(moveRows, [idsIn(seats, 'userId'), idsIn(seats, 'sessionId'), queue, mode]);
    },
    handOver(tx, people) {
      if (people.length === 0) return;
      const tabs = listOf(people.map(({ tab }) => tab));
      tx.send(handOverRows, [idsIn(people, 'userId'), tabs, idsIn(people, 'sid'), queue, tx.now]);
    },
    spend(tx, userIds) {
      if (userIds.length > 0) tx.send(spendRows, [idsOf(userIds), tx.now]);
    },
    async waiting(tx) {
      return (await tx.run(waitingRows, [queue, mode, nodeId])).map(waitingOf);
    },
    dropUnseen: (tx, since) => tx.send(dropRows, [queue, since]),
    async count(db) {
      const waiting = db.selectFrom('engagement.engagement').where('kind', '=', queue);
      const { people } = await waiting
        .select((row) => row.fn.countAll<number>().as('people'))
        .executeTakeFirstOrThrow();
      return people;
    },
    standings: (from, people, marks) => readStandings(from, people, { mode, marks }),
  };
}

async function readStandings(
  from: PipelineTx | Kysely<DB>,
  people: readonly Pick<Waiting, 'userId' | 'place'>[],
  { mode, marks }: { mode: Mode; marks: QueueMarks },
): Promise<Map<string, Standing>> {
  if (people.length === 0) return new Map();
  const segments = new Map<number, Segment>();
  for (const { place } of people) {
    const segment = segmentOf(marks, place);
    segments.set(segment.before, segment);
  }
  const column = (key: keyof Segment): string => listOf([...segments.values()].map((segment) => segment[key]));
  const values = [idsIn(people, 'userId'), column('after'), column('until'), column('before'), queueOf(mode), mode];
  const rows =
    'run' in from
      ? await from.run(standingRows, values)
      : (await from.executeQuery<StandingRow>(CompiledQuery.raw(standingRows.text, values))).rows;
  const standingIn = ({ position, reach, before, ...row }: StandingRow): Standing => {
    const isLastSegment = before === marks.places.length * MARK_EVERY;
    return { position, total: isLastSegment ? reach : Math.max(marks.total, reach), ...holdsOf(row) };
  };
  return new Map(rows.map((row) => [row.userId, standingIn(row)]));
}

/** Fails the transaction when what was read ahead no longer holds. */
function expectStill(tx: PipelineTx, newcomers: readonly Newcomer[], mode: Mode): void {
  const { 'looked-at': looked = [], met = [] } = Object.groupBy(newcomers, ({ from }) => from);
  const requestIds = listOf(looked.map(({ requestId }) => requestId));
  const asked = listOf(looked.map((newcomer) => newcomer.asked));
  if (looked.length > 0) tx.send(expectPresentRows, [idsIn(looked, 'userId'), requestIds, asked, mode]);
  if (met.length > 0) tx.send(expectUnkeptRows, [idsIn(met, 'userId')]);
}

function sidesOf(couples: readonly Couple[]): string[] {
  return [idsOf(couples.map(({ a }) => a.userId)), idsOf(couples.map(({ b }) => b.userId))];
}

/** Turns a column of ids into an array for unnest. */
function idsIn<Key extends string>(rows: readonly Record<Key, string | null>[], key: Key): string {
  return idsOf(rows.map((row) => row[key]));
}

function arrivedOf(arrival: Arrival, row: LookRow, now: number): Arrived {
  const since = row.since?.getTime() ?? now;
  switch (row.state) {
    case 'free': {
      const { region, isKept } = row;
      const language = arrival.language ?? row.language;
      const place = row.place ?? arrival.place;
      const { keptBefore, elsewhere } = row;
      const known = { place, since, language, region, keptBefore, elsewhere, ...holdsOf(row) };
      const newcomer: Newcomer = { ...arrival, ...known, from: 'looked-at' };
      return { state: 'free', newcomer, hadPlace: isKept };
    }
    case 'engaged':
      return { state: 'engaged', engagement: engagementOf(arrival.userId, { ...row, since }) };
    case 'given-up':
    case 'unknown':
    case 'barred':
      return { state: row.state };
    default:
      return row.state satisfies never;
  }
}

function engagementOf(
  userId: string,
  { kind, ref, ticket, place, ...row }: Omit<LookRow, 'since'> & { since: number },
): Engagement & Waiting {
  if (kind === null || ref === null || ticket === null || place === null)
    throw new Error('somebody engaged without a row');
  const { since, tab, language, region, sid, elsewhere } = row;
  const interests = interestsOf(row.interests);
  const known = { userId, kind, ref, ticket, place, since, tab, language, region, interests, sid, elsewhere };
  return { ...known, ...holdsOf(row) };
}

function waitingOf({ since, interests, ...row }: WaitingRow): Waiting {
  return { ...row, ...holdsOf(row), since: since.getTime(), interests: interestsOf(interests) };
}

function holdsOf({ pausedUntil, checkUntil }: HoldsRow): Holds {
  return { pausedUntil: pausedUntil?.getTime() ?? null, checkUntil: checkUntil?.getTime() ?? null };
}
