import { FIXED } from '@yonder/contract';
import { sql, type Kysely } from 'kysely';
import { statement, type DB, type HotConnection, type HotTx } from '../platform/database.ts';
import { queueOf, type Engagement, type EngagementKind, type Mode, type Queue, type Waiting } from './row.ts';

/** Somebody who asks for a place. */
export interface Arrival {
  userId: string;
  ticket: string;
  tab: string | null;
  sid: string;
  requestId: string | null;
}

/** Somebody who may take the place, and the sign-in session they ask from. */
export interface Newcomer extends Waiting {
  sid: string;
}

/**
 * What is known of somebody who asks. free: nothing occupies them; they come with the place they would get. answered:
 * this very request had its answer before, and nothing occupies the person now.
 */
export type Arrived =
  | { state: 'free'; newcomer: Newcomer; usesKeptPlace: boolean }
  | { state: 'engaged'; engagement: Engagement }
  | { state: 'answered'; answer: unknown }
  | { state: 'unknown' | 'barred' };

/** Two people who may share a session. */
export interface Couple {
  /** Of the session. */
  id: string;
  a: { userId: string };
  b: { userId: string };
}

/** Somebody who takes their seat in a session; null: who waits. */
export interface Entry {
  newcomer: Newcomer;
  sessionId: string | null;
}

export interface Answer {
  userId: string;
  requestId: string;
  answer: unknown;
}

/** Rows of people changed elsewhere since they were looked at: everything is to be looked at again. */
export class Raced extends Error {}

/** The statements of a queue, run on the lane of whoever pairs. */
export interface QueueStore {
  look(tx: HotTx, arrivals: readonly Arrival[]): Promise<Map<string, Arrived>>;
  /** Locks who still waits with that ticket; the others have left. */
  hold(tx: HotTx, people: readonly Pick<Waiting, 'userId' | 'ticket'>[]): Promise<Set<string>>;
  /** The sessions of couples that a hard rule keeps apart. The caller holds the lease. */
  forbidden(tx: HotTx, couples: readonly Couple[]): Promise<Set<string>>;
  /** Makes the rows of free people: in the queue or in their session. @throws Raced */
  enter(tx: HotTx, entries: readonly Entry[]): Promise<void>;
  /** From the queue into their sessions, when their rows are held. */
  move(tx: HotTx, seats: readonly { userId: string; sessionId: string }[]): Promise<void>;
  /** What was kept for them is theirs again. */
  spend(tx: HotTx, userIds: readonly string[]): Promise<void>;
  answer(tx: HotTx, answers: readonly Answer[]): Promise<void>;
  waiting(lane: Pick<HotConnection, 'run'>): Promise<Waiting[]>;
  dropUnseen(lane: Pick<HotConnection, 'run'>, since: Date): Promise<string[]>;
  /** Where those of these people stand who wait; for nodes that don't remember the queue. */
  standings(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, Standing>>;
  /** How many wait, on all nodes. */
  count(db: Kysely<DB>): Promise<number>;
}

/** 1 is the front. */
export interface Standing {
  position: number;
  total: number;
}

interface QueueOptions {
  mode: Mode;
  /** The callable that joins, under whose name answers are kept. */
  callable: string;
}

/** Of somebody engaged: what their row says. Of others: what it would say; kind, ref and ticket are null. */
interface LookRow {
  state: Arrived['state'];
  answer: unknown;
  kind: EngagementKind | null;
  ref: string | null;
  ticket: string | null;
  tab: string | null;
  place: number;
  since: Date;
  language: string | null;
  region: string | null;
  sid: string | null;
  isKept: boolean;
}
type WaitingRow = Omit<Waiting, 'since'> & { since: Date };

const lookRows = statement<LookRow>(import.meta.resolve('./look.sql'));
const holdRows = statement<{ userId: string }>(import.meta.resolve('./hold.sql'));
const forbiddenRows = statement<{ ref: string }>(import.meta.resolve('./forbidden.sql'));
const enterRows = statement<{ count: number }>(import.meta.resolve('./enter.sql'));
const moveRows = statement<{ count: number }>(import.meta.resolve('./move.sql'));
const spendRows = statement<never>(import.meta.resolve('./spend.sql'));
const answerRows = statement<never>(import.meta.resolve('./answer.sql'));
const waitingRows = statement<WaitingRow>(import.meta.resolve('./waiting.sql'));
const dropRows = statement<{ userId: string }>(import.meta.resolve('./drop-unseen.sql'));

export function createQueueStore({ mode, callable }: QueueOptions): QueueStore {
  const queue = queueOf(mode);

  return {
    async look(tx, arrivals) {
      if (arrivals.length === 0) return new Map();
      const keptSince = new Date(tx.now.getTime() - FIXED.requestMemoryMs);
      const rows = await tx.run(lookRows, [
        ...columnsOf(arrivals, ['userId', 'requestId']),
        callable,
        tx.now,
        keptSince,
      ]);
      return new Map(arrivals.map((arrival, i) => [arrival.userId, arrivedOf(arrival, rows[i]!)]));
    },
    async hold(tx, people) {
      if (people.length === 0) return new Set();
      const rows = await tx.run(holdRows, [...columnsOf(people, ['userId', 'ticket']), queue]);
      return new Set(rows.map(({ userId }) => userId));
    },
    async forbidden(tx, couples) {
      const columns = [couples.map(({ id }) => id), couples.map(({ a }) => a.userId), couples.map(({ b }) => b.userId)];
      const rows = await tx.run(forbiddenRows, [...columns, tx.now]);
      return new Set(rows.map(({ ref }) => ref));
    },
    async enter(tx, entries) {
      if (entries.length === 0) return;
      const rows = entries.map(({ newcomer, sessionId }) => ({
        ...newcomer,
        kind: sessionId === null ? queue : mode,
        ref: sessionId ?? newcomer.ticket,
        since: new Date(newcomer.since).toISOString(),
      }));
      const columns = columnsOf(rows, [
        ...(['userId', 'kind', 'ref', 'ticket', 'place', 'tab', 'language', 'region', 'since', 'sid'] as const),
      ]);
      const [entered] = await tx.run(enterRows, [...columns, tx.now]);
      if (entered?.count !== entries.length) throw new Raced();
    },
    async move(tx, seats) {
      if (seats.length === 0) return;
      const [moved] = await tx.run(moveRows, [...columnsOf(seats, ['userId', 'sessionId']), queue, mode]);
      // Never so while the rows are held. If it were, nobody would be paired rather than one person twice.
      if (moved?.count !== seats.length) throw new Raced();
    },
    async spend(tx, userIds) {
      if (userIds.length > 0) await tx.run(spendRows, [userIds]);
    },
    async answer(tx, answers) {
      if (answers.length === 0) return;
      const kept = answers.map(({ answer, ...request }) => ({ ...request, answer: JSON.stringify(answer) }));
      await tx.run(answerRows, [...columnsOf(kept, ['userId', 'requestId', 'answer']), callable, tx.now]);
    },
    async waiting(lane) {
      return (await lane.run(waitingRows, [queue])).map(waitingOf);
    },
    async dropUnseen(lane, since) {
      return (await lane.run(dropRows, [queue, since])).map(({ userId }) => userId);
    },
    async count(db) {
      const waiting = db.selectFrom('engagement.engagement').where('kind', '=', queue);
      const { people } = await waiting
        .select((row) => row.fn.countAll<number>().as('people'))
        .executeTakeFirstOrThrow();
      return people;
    },
    standings: (db, userIds) => readStandings(db, queue, userIds),
  };
}

/** Rows as the arrays unnest takes. */
function columnsOf<Row, Key extends keyof Row>(rows: readonly Row[], keys: readonly Key[]): Row[Key][][] {
  return keys.map((key) => rows.map((row) => row[key]));
}

function arrivedOf({ userId, ticket, tab, sid }: Arrival, row: LookRow): Arrived {
  switch (row.state) {
    case 'free': {
      const newcomer = { ...waitingOf({ ...row, userId, ticket, tab }), sid };
      return { state: 'free', newcomer, usesKeptPlace: row.isKept };
    }
    case 'engaged':
      return { state: 'engaged', engagement: engagementOf(userId, row) };
    case 'answered':
      return { state: 'answered', answer: row.answer };
    case 'unknown':
    case 'barred':
      return { state: row.state };
    default:
      return row.state satisfies never;
  }
}

function engagementOf(userId: string, { kind, ref, ticket, sid, ...row }: LookRow): Engagement {
  if (kind === null || ref === null || ticket === null) throw new Error('somebody engaged without a row');
  return { ...waitingOf({ ...row, userId, ticket }), kind, ref, sid };
}

function waitingOf({ userId, ticket, place, since, tab, language, region }: WaitingRow): Waiting {
  return { userId, ticket, place, since: since.getTime(), tab, language, region };
}

async function readStandings(db: Kysely<DB>, queue: Queue, userIds: readonly string[]): Promise<Map<string, Standing>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<Standing & { userId: string }>`
    SELECT user_id AS "userId", position, total
    FROM (
      SELECT user_id, row_number() OVER (ORDER BY place) AS position, count(*) OVER () AS total
      FROM engagement.engagement
      WHERE kind = ${queue}
    ) queue
    WHERE user_id = ANY (${userIds})
  `.execute(db);
  return new Map(rows.map(({ userId, position, total }) => [userId, { position, total }]));
}
