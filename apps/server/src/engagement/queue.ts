import { FIXED } from '@yonder/contract';
import { sql, type Kysely } from 'kysely';
import { statement, type DB, type HotConnection, type HotTx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';
import {
  queueOf,
  type Engagement,
  type EngagementKind,
  type Mode,
  type Place,
  type Queue,
  type Waiting,
} from './row.ts';

/** Somebody who asks for a place. */
export interface Arrival {
  userId: string;
  ticket: string;
  tab: string | null;
  sid: string;
  requestId: string | null;
}

/** What came of it. answered: this very request had its answer before, and nothing occupies the person now. */
export type Arrived =
  | { state: 'joined'; waiting: Waiting }
  | { state: 'engaged'; engagement: Engagement }
  | { state: 'answered'; answer: unknown }
  | { state: 'unknown' | 'barred' };

export interface Couple {
  /** The session they are about to share. */
  id: string;
  a: Place & { userId: string };
  b: Place & { userId: string };
}

export interface Answer {
  userId: string;
  requestId: string;
  answer: unknown;
}

/** The statements of a queue, run on the lane of whoever pairs. */
export interface QueueStore {
  /** One row a person: who is engaged already stays where they are. */
  join(tx: HotTx, arrivals: readonly Arrival[]): Promise<Map<string, Arrived>>;
  /** Locks who still waits with that ticket; the others have left. */
  hold(tx: HotTx, people: readonly Pick<Waiting, 'userId' | 'ticket'>[]): Promise<Set<string>>;
  /** Seats couples whose rows are held; answers the sessions of those that no hard rule forbids. */
  seat(tx: HotTx, couples: readonly Couple[], ackDue: Date): Promise<Set<string>>;
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
  /** The wake-up that asks whether both acknowledged. */
  deadline: string;
}

interface JoinRow {
  userId: string;
  state: 'joined' | 'engaged' | 'answered' | 'unknown' | 'barred' | 'raced';
  answer: unknown;
  kind: EngagementKind;
  ref: string;
  ticket: string;
  place: number;
  tab: string | null;
  since: Date;
  language: string | null;
  region: string | null;
  sid: string | null;
}
type WaitingRow = Omit<Waiting, 'since'> & { since: Date };

const joinRows = statement<JoinRow>(import.meta.resolve('./join.sql'));
const holdRows = statement<{ userId: string }>(import.meta.resolve('./hold.sql'));
const seatRows = statement<{ ref: string; seats: number }>(import.meta.resolve('./seat.sql'));
const answerRows = statement<never>(import.meta.resolve('./answer.sql'));
const waitingRows = statement<WaitingRow>(import.meta.resolve('./waiting.sql'));
const dropRows = statement<{ userId: string }>(import.meta.resolve('./drop-unseen.sql'));

/** One who joins elsewhere in the same moment is found the second time; whoever leaves then too, the third. */
const MAX_LOOKS = 4;

export function createQueueStore({ mode, callable, deadline }: QueueOptions): QueueStore {
  const queue = queueOf(mode);

  return {
    async join(tx, arrivals) {
      const arrived = new Map<string, Arrived>();
      let open = arrivals;
      for (let look = 1; open.length > 0; look++) {
        if (look > MAX_LOOKS) throw new Error('an engagement came and went at every look');
        const keptSince = new Date(tx.now.getTime() - FIXED.requestMemoryMs);
        const columns = columnsOf(open, ['userId', 'ticket', 'tab', 'requestId', 'sid']);
        const rows = await tx.run(joinRows, [...columns, queue, callable, tx.now, keptSince]);
        const raced = new Set(rows.filter(({ state }) => state === 'raced').map(({ userId }) => userId));
        for (const row of rows) if (row.state !== 'raced') arrived.set(row.userId, arrivedOf(row));
        open = open.filter(({ userId }) => raced.has(userId));
      }
      return arrived;
    },
    async hold(tx, people) {
      const rows = await tx.run(holdRows, [...columnsOf(people, ['userId', 'ticket']), queue]);
      return new Set(rows.map(({ userId }) => userId));
    },
    async seat(tx, couples, ackDue) {
      const columns = [
        couples.map(({ id }) => id),
        couples.map(({ a }) => a.userId),
        couples.map(({ b }) => b.userId),
        couples.map(() => uuidv7(tx.now.getTime())),
      ];
      const rows = await tx.run(seatRows, [...columns, queue, mode, deadline, tx.now, ackDue]);
      // Never so while the rows are held. If it were, nobody would be paired rather than one person twice.
      if (rows.some(({ seats }) => seats !== 2 * rows.length)) throw new Error('a pair without its two seats');
      return new Set(rows.map(({ ref }) => ref));
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

function arrivedOf(row: JoinRow): Arrived {
  switch (row.state) {
    case 'joined':
      return { state: 'joined', waiting: waitingOf(row) };
    case 'engaged':
      return { state: 'engaged', engagement: { ...waitingOf(row), kind: row.kind, ref: row.ref, sid: row.sid } };
    case 'answered':
      return { state: 'answered', answer: row.answer };
    case 'unknown':
    case 'barred':
      return { state: row.state };
    case 'raced':
      throw new Error('a raced arrival is looked at again');
    default:
      return row.state satisfies never;
  }
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
