import { FIXED } from '@yonder/contract';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Bus } from '../platform/bus.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, DB, Tx } from '../platform/database.ts';
import { every } from '../platform/every.ts';
import { uuidv7 } from '../platform/ids.ts';
import type { Live } from '../platform/live.ts';
import type { Log } from '../platform/log.ts';
import type { Stop } from '../platform/stop.ts';
import { findHolds } from './connection-store.ts';
import { createHeartbeats, type Heartbeats } from './heartbeats.ts';
import { publishHint } from './hints.ts';
import { interestsOf, NOT_HELD, queueOf, type Engagement, type EngagementKind, type Mode } from './row.ts';

/** Who is free: one row a person, whatever occupies them. Every mode enters and leaves through here. */
export interface Engagements extends Heartbeats {
  find(db: Kysely<DB>, userId: string): Promise<Engagement | undefined>;
  /** From now on a direct call occupies both; false: one of the two was occupied already, and neither is by this one. */
  occupy(tx: Tx, call: { ref: string; caller: Omit<Seat, 'ref'>; receiverId: string }): Promise<boolean>;
  /** Free at once, if `ref` is what occupies them. */
  release(tx: Tx, who: { userId: string; ref: string }): Promise<void>;
  /** Free; a join within the next minute stands where the person stood, once until they are matched again. */
  keepPlace(tx: Tx, who: { userId: string; ref: string }): Promise<void>;
  /** The tab and the session that carry it from now on. */
  seat(tx: Tx, who: Seat): Promise<void>;
  /** Back in the queue with the same ticket and place, which is the front; after what they are blamed for. False: the session no longer occupies them. */
  requeue(tx: Tx, who: { userId: string; ref: string; tab: string | null }): Promise<boolean>;
  /**
   * Gives a place in a queue up, and answers what occupies the person instead when it is something else. A join within
   * the next minute, after a reload or a change of mind, stands where they stood, once until they are matched; the
   * request that had taken the place takes none again, should it be repeated.
   */
  leave(tx: Tx, userId: string, mode: Mode): Promise<Engagement | undefined>;
  /**
   * What they asked of a queue before `since` takes no place any more, on whatever node it is under way. Before `leave`,
   * which then finds what has taken one. Waits for whoever is making their row.
   */
  takeBack(tx: Tx, asked: { userId: string; mode: Mode; since: Date }): Promise<void>;
  /** The two are not matched with each other before then. Never shortened. */
  remember(tx: Tx, pair: { one: string; other: string; until: Date | 'ever' }): Promise<void>;
  /** When one of them was last seen in what `ref` names; undefined when it occupies nobody. Ms since the epoch. */
  lastSeen(db: Kysely<DB>, of: { people: readonly string[]; ref: string }): Promise<number | undefined>;
  /** Keeps this node's people alive in their rows, and forgets what is over. */
  start(): Stop;
}

export interface Seat {
  userId: string;
  ref: string;
  tab: string;
  sid: string;
}

interface EngagementOptions {
  database: Database;
  bus: Bus;
  live: Pick<Live, 'alive'>;
  clock: Clock;
  log: Log;
}

/** Of a pong every 5 s, what is written is 6 s old at most: a person who answers is never taken for silent at 10 s. */
const REFRESH_EVERY_MS = 1_000;
const FORGET_EVERY_MS = 600_000;
const KEEP_PLACE_MS = 60_000;

export function createEngagements({ database, bus, live, clock, log }: EngagementOptions): Engagements {
  const heartbeats = createHeartbeats({ database, live, clock });

  return {
    find,
    occupy,
    async release(tx, { userId, ref }) {
      await tx.db.deleteFrom('engagement.engagement').where('user_id', '=', userId).where('ref', '=', ref).execute();
    },
    async keepPlace(tx, { userId, ref }) {
      await free(tx, userId, { which: sql`ref = ${ref}`, repeats: 'join-again' });
    },
    seat,
    async requeue(tx, who) {
      const row = await putBack(tx, who);
      if (!row) return false;
      const { kind, ref: _ref, sid: _sid, ...place } = row;
      if (!isQueue(kind)) return true;
      const mode = modeOf(kind);
      // Whether another node has a socket of theirs is read again within a second, and they are given nobody until then.
      const waiting = { ...place, ...NOT_HELD, ...(await findHolds(tx.db, { userId: who.userId, mode })) };
      tx.after(() => publishHint(bus, mode, { kind: 'came', people: [waiting] }));
      return true;
    },
    async leave(tx, userId, mode) {
      for (;;) {
        const ticket = await free(tx, userId, { which: sql`kind = ${queueOf(mode)}`, repeats: 'are-refused' });
        if (ticket !== undefined) {
          tx.after(() => publishHint(bus, mode, { kind: 'left', people: [{ userId, ticket }] }));
          return undefined;
        }
        const engagement = await find(tx.db, userId);
        // Or they were put back in the queue between the two.
        if (engagement?.kind !== queueOf(mode)) return engagement;
      }
    },
    async takeBack(tx, asked) {
      await takeBack(tx, asked);
      // A join that nobody looks at before its row is made would find this only then; only calls are joined so.
      tx.after(() => publishHint(bus, 'voice', { kind: 'edited', userId: asked.userId }));
    },
    remember,
    lastSeen,
    ...heartbeats,
    start() {
      const refreshAll = oneAtATime(() =>
        heartbeats
          .refreshSeen()
          .catch((error: unknown) => log.warn({ err: error }, 'who is here could not be written down')),
      );
      const forgetAll = (): void =>
        void forget(database.read, clock.now()).catch((error: unknown) => {
          log.warn({ err: error }, 'partners of long ago could not be forgotten');
        });
      const stops = [every(clock, REFRESH_EVERY_MS, refreshAll), every(clock, FORGET_EVERY_MS, forgetAll)];
      return () => stops.forEach((stop) => stop());
    },
  };
}

/** While one run is under way, another one is skipped. */
function oneAtATime(work: () => Promise<void>): () => void {
  let running: Promise<void> | undefined;
  return () => {
    running ??= work().finally(() => (running = undefined));
  };
}

async function forget(db: Kysely<DB>, at: number): Promise<void> {
  const now = new Date(at);
  await db.deleteFrom('engagement.recent_partner').where('until', '<=', now).execute();
  await db.deleteFrom('engagement.connection_record').where('forget_at', '<=', now).execute();
  const forgotten = new Date(at - FIXED.requestMemoryMs);
  await db.deleteFrom('engagement.kept_place').where('until', '<=', forgotten).execute();
}

async function find(db: Kysely<DB>, userId: string): Promise<Engagement | undefined> {
  const row = await db.selectFrom('engagement.engagement').selectAll().where('user_id', '=', userId).executeTakeFirst();
  return row && engagementOf(row);
}

interface Leaving {
  which: RawBuilder<unknown>;
  /** What becomes of a repetition of the request that had taken the place. */
  repeats: 'join-again' | 'are-refused';
}

/** Free, with the place kept for a while; answers the ticket, or undefined when nothing of that kind occupies them. */
async function free(tx: Tx, userId: string, { which, repeats }: Leaving): Promise<string | undefined> {
  const until = new Date(tx.now.getTime() + KEEP_PLACE_MS);
  const requestId = repeats === 'are-refused' ? sql`request_id` : sql`NULL`;
  const { rows } = await sql<{ ticket: string }>`
    WITH freed AS (
      DELETE FROM engagement.engagement WHERE user_id = ${userId} AND ${which}
      RETURNING user_id, ticket, place, since, request_id, replace(kind, '-queue', '') AS mode, kept_before
    ),
    kept AS (
      INSERT INTO engagement.kept_place (user_id, place, since, request_id, until, mode, spent)
      SELECT
        user_id, place, since, ${requestId}, CASE WHEN kept_before THEN ${tx.now}::timestamptz ELSE ${until} END, mode,
        kept_before
      FROM freed
      ON CONFLICT (user_id) DO UPDATE SET
        place = excluded.place, since = excluded.since, request_id = excluded.request_id, until = excluded.until,
        mode = excluded.mode, spent = excluded.spent
    )
    SELECT ticket FROM freed
  `.execute(tx.db);
  return rows[0]?.ticket;
}

/**
 * Whoever makes or changes a row of theirs waits for the end of this transaction, or was waited for: a row that comes
 * later finds what is written down here, and one that came before is there.
 */
async function takeBack(tx: Tx, { userId, mode, since }: { userId: string; mode: Mode; since: Date }): Promise<void> {
  const ref = uuidv7(since.getTime());
  const place = since.getTime() * 1_000;
  // Locks the row that is there; where there is none, one that nobody sees takes its key.
  await sql`
    INSERT INTO engagement.engagement (user_id, kind, ref, ticket, place, since, seen_at)
    VALUES (${userId}, 'direct', ${ref}, ${ref}, ${place}, ${since}, ${since})
    ON CONFLICT (user_id) DO UPDATE SET seen_at = engagement.seen_at
  `.execute(tx.db);
  await tx.db.deleteFrom('engagement.engagement').where('user_id', '=', userId).where('ref', '=', ref).execute();
  const leftAt = sql.ref(`${mode}_left_at`);
  await sql`
    INSERT INTO engagement.kept_place AS kept (user_id, place, since, until, mode, ${leftAt})
    VALUES (${userId}, ${place}, ${since}, ${since}, ${mode}, ${since})
    ON CONFLICT (user_id) DO UPDATE SET
      ${leftAt} = greatest(kept.${leftAt}, excluded.${leftAt}), until = greatest(kept.until, excluded.until)
  `.execute(tx.db);
}

async function occupy(
  tx: Tx,
  { ref, caller, receiverId }: { ref: string; caller: Omit<Seat, 'ref'>; receiverId: string },
): Promise<boolean> {
  const row = { kind: 'direct', ref, ticket: ref, place: tx.now.getTime(), since: tx.now, seen_at: tx.now };
  const rows = [
    { ...row, user_id: caller.userId, tab: caller.tab, sid: caller.sid },
    { ...row, user_id: receiverId },
  ].toSorted((one, other) => (one.user_id < other.user_id ? -1 : 1));
  const entered = tx.db
    .insertInto('engagement.engagement')
    .values(rows)
    .onConflict((taken) => taken.doNothing());
  if ((await entered.returning('user_id').execute()).length === rows.length) return true;
  await tx.db.deleteFrom('engagement.engagement').where('ref', '=', ref).execute();
  return false;
}

async function seat(tx: Tx, { userId, ref, tab, sid }: Seat): Promise<void> {
  await tx.db
    .updateTable('engagement.engagement')
    .set({ tab, sid })
    .where('user_id', '=', userId)
    .where('ref', '=', ref)
    .where((row) => row.or([row('tab', 'is distinct from', tab), row('sid', 'is distinct from', sid)]))
    .execute();
}

async function putBack(
  tx: Tx,
  { userId, ref, tab }: { userId: string; ref: string; tab: string | null },
): Promise<Engagement | undefined> {
  const row = await tx.db
    .updateTable('engagement.engagement')
    .set({ kind: sql`kind || '-queue'`, ref: sql`ticket`, tab })
    .where('user_id', '=', userId)
    .where('ref', '=', ref)
    .where('kind', 'in', ['voice', 'text'])
    .returningAll()
    .executeTakeFirst();
  return row && engagementOf(row);
}

async function remember(
  tx: Tx,
  { one, other, until }: { one: string; other: string; until: Date | 'ever' },
): Promise<void> {
  const end = until === 'ever' ? 'infinity' : until;
  await sql`
    INSERT INTO engagement.recent_partner AS known (low, high, until)
    VALUES (least(${one}::uuid, ${other}::uuid), greatest(${one}::uuid, ${other}::uuid), ${end})
    ON CONFLICT (low, high) DO UPDATE SET until = greatest(known.until, excluded.until)
  `.execute(tx.db);
}

async function lastSeen(
  db: Kysely<DB>,
  { people, ref }: { people: readonly string[]; ref: string },
): Promise<number | undefined> {
  const rows = db.selectFrom('engagement.engagement').where('user_id', 'in', people).where('ref', '=', ref);
  const latest = await rows.orderBy('seen_at', 'desc').select('seen_at').executeTakeFirst();
  return latest?.seen_at.getTime();
}

interface Row {
  user_id: string;
  kind: string;
  ref: string;
  ticket: string;
  place: number;
  tab: string | null;
  since: Date;
  language: string | null;
  region: string | null;
  sid: string | null;
  interests: unknown;
}

function engagementOf(row: Row): Engagement {
  const { kind, ref, ticket, place, tab, language, region, sid } = row;
  if (!isKind(kind)) throw new Error(`an engagement of the unknown kind ${kind}`);
  const [since, interests] = [row.since.getTime(), interestsOf(row.interests)];
  return { userId: row.user_id, kind, ref, ticket, place, tab, since, language, region, interests, sid };
}

const KINDS: readonly string[] = ['voice-queue', 'text-queue', 'voice', 'text', 'direct'] satisfies EngagementKind[];

function isKind(kind: string): kind is EngagementKind {
  return KINDS.includes(kind);
}
function isQueue(kind: EngagementKind): kind is 'voice-queue' | 'text-queue' {
  return kind === 'voice-queue' || kind === 'text-queue';
}
function modeOf(queue: 'voice-queue' | 'text-queue'): Mode {
  return queue === 'voice-queue' ? 'voice' : 'text';
}
