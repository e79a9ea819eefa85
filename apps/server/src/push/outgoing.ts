import type { PushKind } from '@yonder/contract';
import { sql, type Kysely } from 'kysely';
import { idsOf, listOf, type DB, type Tx } from '../platform/database.ts';
import { PUSHES } from './kinds.ts';

/** A push for a user. */
export interface Wake {
  userId: string;
  kind: PushKind;
  /** The user it is about, where the two know each other; never one that is anonymous to the other. */
  about: string | null;
  roomId: string | null;
  /** The number of the message in the room. */
  messageSeq?: number | null;
  postId?: string | null;
  callId?: string | null;
  /** Once it is read, no push is needed. */
  notificationId?: string | null;
  /** Set where it differs from others of its kind. */
  expiresAt?: Date;
}

/** A queued push that this node is to send. */
export interface Claimed {
  id: number;
  /** A later push of the same kind and place has another one, and stays. */
  createdAt: Date;
}

/**
 * Queues a push for each browser of the users that want it. It replaces what waits for the same place: ten messages
 * make one push. A browser that leaves at this moment is skipped, so that the caller's transaction does not fail with
 * it. Returns how many were queued.
 */
export async function enqueue(tx: Tx, wakes: readonly Wake[]): Promise<number> {
  const column = (read: (wake: Wake) => string | number | null | undefined): string =>
    listOf(wakes.map((wake) => read(wake) ?? null));
  const people = idsOf(wakes.map(({ userId }) => userId));
  const { numAffectedRows } = await sql`
    WITH target AS MATERIALIZED (
      SELECT endpoint_hash, user_id FROM push.subscription WHERE user_id = ANY(${people}::uuid[])
      FOR KEY SHARE SKIP LOCKED
    )
    INSERT INTO push.outgoing AS known (
      endpoint_hash, user_id, kind, about, room_id, message_seq, post_id, call_id, notification_id, is_urgent, created_at,
      expires_at, due_at
    )
    SELECT DISTINCT ON (target.endpoint_hash, wake.kind, wake.room_id, wake.post_id, wake.call_id)
      target.endpoint_hash, wake.user_id, wake.kind, wake.about, wake.room_id, wake.message_seq, wake.post_id,
      wake.call_id, wake.notification_id, wake.is_urgent, ${tx.now}::timestamptz, wake.expires_at, ${tx.now}::timestamptz
    FROM unnest(
      ${people}::uuid[], ${column(({ kind }) => kind)}::text[],
      ${column(({ kind }) => PUSHES[kind].topic)}::text[], ${column(({ about }) => about)}::uuid[],
      ${column(({ roomId }) => roomId)}::uuid[], ${column(({ messageSeq }) => messageSeq)}::bigint[],
      ${column(({ postId }) => postId)}::uuid[], ${column(({ callId }) => callId)}::uuid[],
      ${column(({ notificationId }) => notificationId)}::uuid[],
      ${column(({ kind }) => String(PUSHES[kind].urgency === 'high'))}::boolean[],
      ${column((wake) => expiryOf(wake, tx.now).toISOString())}::timestamptz[]
    ) AS wake (
      user_id, kind, topic, about, room_id, message_seq, post_id, call_id, notification_id, is_urgent, expires_at
    )
    JOIN target ON target.user_id = wake.user_id
    JOIN profiles.wish ON wish.user_id = wake.user_id AND coalesce((wish.push ->> wake.topic)::boolean, true)
    ORDER BY target.endpoint_hash, wake.kind, wake.room_id, wake.post_id, wake.call_id, wake.message_seq DESC
    ON CONFLICT (endpoint_hash, kind, room_id, post_id, call_id) DO UPDATE
    SET user_id = excluded.user_id, about = excluded.about, message_seq = excluded.message_seq,
      notification_id = excluded.notification_id, created_at = excluded.created_at, expires_at = excluded.expires_at,
      due_at = CASE known.attempts WHEN 0 THEN excluded.due_at ELSE known.due_at END, looks = 0`.execute(tx.db);
  return Number(numAffectedRows ?? 0);
}

function expiryOf({ kind, expiresAt }: Wake, now: Date): Date {
  return expiresAt ?? new Date(now.getTime() + PUSHES[kind].seconds * 1_000);
}

interface Claim {
  now: Date;
  /** By then the node that claims it has sent it, or is dead. */
  until: Date;
  limit: number;
  /** Includes what is under way for that host. */
  limitAHost: number;
  /** Pushes under way: one at a time for a browser. */
  busy: readonly Target[];
}

const HOST = sql`split_part(target.endpoint, '/', 3)`;

/** Claims the most urgent of what is due, a row a browser and only so many a host; skips those of other nodes. */
export async function claim(db: Kysely<DB>, claimed: Claim): Promise<(Claimed & Target)[]> {
  const { now, until, limit, limitAHost, busy } = claimed;
  const { rows } = await sql<Claimed & Target>`
    WITH busy AS (
      SELECT host, count(*) AS n FROM unnest(${busy.map(({ host }) => host)}::text[]) AS host GROUP BY host
    ), due AS (
      SELECT waiting.id, waiting.endpoint_hash, waiting.is_urgent, waiting.due_at, ${HOST} AS host
      FROM push.outgoing waiting JOIN push.subscription target USING (endpoint_hash)
      WHERE waiting.due_at <= ${now}
        AND waiting.endpoint_hash <> ALL(${busy.map(({ endpointHash }) => endpointHash)}::bytea[])
        AND ${HOST} NOT IN (SELECT host FROM busy WHERE n >= ${limitAHost})
      ORDER BY waiting.is_urgent DESC, waiting.due_at
      LIMIT ${limit * 4}
    ), one_each AS (
      SELECT DISTINCT ON (endpoint_hash) id, is_urgent, due_at, host FROM due
      ORDER BY endpoint_hash, is_urgent DESC, due_at
    ), ranked AS (
      SELECT id, is_urgent, due_at, host, row_number() OVER (PARTITION BY host ORDER BY is_urgent DESC, due_at) AS nth
      FROM one_each
    ), chosen AS (
      SELECT id FROM ranked LEFT JOIN busy USING (host)
      WHERE nth + coalesce(n, 0) <= ${limitAHost} ORDER BY is_urgent DESC, due_at LIMIT ${limit}
    )
    UPDATE push.outgoing own SET due_at = ${until}
    FROM push.subscription target
    WHERE target.endpoint_hash = own.endpoint_hash AND own.id IN (
      SELECT id FROM push.outgoing WHERE id IN (SELECT id FROM chosen) AND due_at <= ${now} FOR UPDATE SKIP LOCKED
    )
    RETURNING own.id, own.created_at AS "createdAt", own.endpoint_hash AS "endpointHash", ${HOST} AS host`.execute(db);
  return rows;
}

export interface Target {
  endpointHash: Buffer;
  host: string;
}

/** Deletes a push, unless a later one has taken its place. */
export async function settle(db: Kysely<DB>, { id, createdAt }: Claimed): Promise<void> {
  await db.deleteFrom('push.outgoing').where('id', '=', id).where('created_at', '=', createdAt).execute();
}

/** Postpones a push. A later one in its place waits only when the service is down. */
export async function postpone(
  db: Kysely<DB>,
  { id, createdAt }: Claimed,
  { due, after }: { due: Date; after: 'failure' | 'look' },
): Promise<void> {
  const row = db.updateTable('push.outgoing').where('id', '=', id);
  if (after === 'failure') {
    await row.set((own) => ({ due_at: due, attempts: own('attempts', '+', 1) })).execute();
  } else {
    await row
      .where('created_at', '=', createdAt)
      .set((own) => ({ due_at: due, looks: own('looks', '+', 1) }))
      .execute();
  }
}

export async function countWaiting(db: Kysely<DB>): Promise<{ waiting: number; since: Date | null }> {
  return db
    .selectFrom('push.outgoing')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.min('created_at').as('since')])
    .executeTakeFirstOrThrow();
}
