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

/** What occupies each user: one row a user, none while free. Every mode enters and leaves through here. */
export interface Engagements extends Heartbeats {
  find(db: Kysely<DB>, userId: string): Promise<Engagement | undefined>;
  /** Marks both as in a direct call. False when either was occupied already; then the call occupies neither. */
  occupy(tx: Tx, call: { ref: string; caller: Omit<Seat, 'ref'>; receiverId: string }): Promise<boolean>;
  /** Frees the user if `ref` occupies them. */
  release(tx: Tx, who: { userId: string; ref: string }): Promise<void>;
  /** Frees the user and keeps the slot: a join within a minute gets it back, once between two matches. */
  keepPlace(tx: Tx, who: { userId: string; ref: string }): Promise<void>;
  /** Sets the tab and the sign-in session that carry `ref` from now on. */
  seat(tx: Tx, who: Seat): Promise<void>;
  /**
   * Puts the user back in the queue with the same ticket and slot, usually the front. Call it after recordFailure,
   * since it reads the holds. False when the session no longer occupies the user.
   */
  requeue(tx: Tx, who: { userId: string; ref: string; tab: string | null }): Promise<boolean>;
  /**
   * Gives up the slot in this queue; returns what occupies the user instead, if anything does. A join within a minute
   * gets the slot back, once between two matches. A retry of the request that took the slot is refused.
   */
  leave(tx: Tx, userId: string, mode: Mode): Promise<Engagement | undefined>;
  /**
   * Cancels joins sent before `since`, on any node. Waits for a transaction that inserts the user's row. Call it before
   * `leave`, which then finds every slot taken.
   */
  takeBack(tx: Tx, asked: { userId: string; mode: Mode; since: Date }): Promise<void>;
  /** Keeps the two from being matched until then; never shortens an earlier bound. */
  remember(tx: Tx, pair: { one: string; other: string; until: Date | 'ever' }): Promise<void>;
  /** Returns when either was last seen in `ref`, in ms since the epoch; undefined when it occupies neither. */
  lastSeen(db: Kysely<DB>, of: { people: readonly string[]; ref: string }): Promise<number | undefined>;
  /** Writes this node's heartbeats into the rows and deletes expired records. */
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

/** With a pong every 5 s a stored heartbeat is at most 6 s old, so no responsive user counts as silent at 10 s. */
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
      // The next read, within a second, finds sockets on other nodes; until then such users get no partner.
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
        // Retries when the user was requeued between the two statements.
        if (engagement?.kind !== queueOf(mode)) return engagement;
      }
    },
    async takeBack(tx, asked) {
      await takeBack(tx, asked);
      // Drops cached preferences: a join made from them meets this mark only when its row is written. Only voice caches
      // them.
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

/** Skips a run while another is in progress. */
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
  /** What happens to a retry of the request that took the slot. */
  repeats: 'join-again' | 'are-refused';
}

/** Frees the user and keeps the slot. Returns the ticket; undefined when nothing of that kind occupies the user. */
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
 * Serializes with every transaction that writes this user's row: a later one sees the mark written here, an earlier one
 * has left its row.
 */
async function takeBack(tx: Tx, { userId, mode, since }: { userId: string; mode: Mode; since: Date }): Promise<void> {
  const ref = uuidv7(since.getTime());
  const place = since.getTime() * 1_000;
  // Locks the existing row; without one, an uncommitted row locks its key.
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
