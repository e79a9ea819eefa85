import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { NotificationKind, Notified, Preferences } from '@yonder/contract';
import { idsOf, listOf, type DB, type Tx } from '../platform/database.ts';
import { lowestUuidv7, uuidv7 } from '../platform/ids.ts';

/** What a user is to be notified of. */
export interface Notice {
  userId: string;
  kind: NotificationKind;
  /** The person it is about, if the two know each other; never an anonymous partner. */
  about: string | null;
  /** While unread, one per kind exists for a room or post. */
  roomId: string | null;
  /** The number of the message there. */
  messageSeq?: number | null;
  postId?: string | null;
}

export interface StoredNotification {
  id: string;
  userId: string;
  kind: string;
  about: string | null;
  roomId: string | null;
  postId: string | null;
  isRead: boolean;
  createdAt: Date;
  /** The beginning of the message, as it is now. */
  said: string | null;
}

/** More than a preview takes. */
const SAID_LENGTH = 200;

/** made: it is in the user's list. unwanted: the user has switched its kind off. */
export interface NewNotice extends Notice {
  id: string;
  state: 'made' | 'unwanted';
}

/** Returns the new ones: an unread notification of the room or post prevents another; a read one is made anew. */
export async function insertNotices(tx: Tx, notices: readonly Notice[]): Promise<NewNotice[]> {
  const { posts = [], rooms = [] } = Object.groupBy(notices, ({ postId }) => (postId ? 'posts' : 'rooms'));
  return [
    ...(await insert(tx, rooms, sql`(user_id, room_id, kind)`)),
    ...(await insert(tx, posts, sql`(user_id, post_id, kind) WHERE post_id IS NOT NULL`)),
  ];
}

/** The `in_app` switch that turns it off; null: none does. */
const TOPICS: Readonly<Record<NotificationKind, keyof Preferences['inApp'] | null>> = {
  message: 'messages',
  request: 'messages',
  'chat-closed': 'messages',
  match: 'matches',
  'missed-call': 'calls',
  comment: 'comments',
  moderation: null,
  'report-closed': null,
};

async function insert(tx: Tx, notices: readonly Notice[], standing: RawBuilder<unknown>): Promise<NewNotice[]> {
  if (notices.length === 0) return [];
  const byId = new Map(notices.map((notice) => [uuidv7(tx.now.getTime()), notice]));
  const column = (read: (notice: Notice) => string | number | null): string => listOf(notices.map(read));
  const { rows } = await sql<{ id: string; state: NewNotice['state'] }>`
    WITH asked AS (
      SELECT notice.*, coalesce((wish.in_app ->> notice.topic)::boolean, true) AS is_wanted
      FROM unnest(
        ${idsOf([...byId.keys()])}::uuid[], ${column(({ userId }) => userId)}::uuid[],
        ${column(({ kind }) => kind)}::text[], ${column(({ about }) => about)}::uuid[],
        ${column(({ roomId }) => roomId)}::uuid[], ${column(({ messageSeq }) => messageSeq ?? null)}::bigint[],
        ${column(({ postId }) => postId ?? null)}::uuid[], ${column(({ kind }) => TOPICS[kind])}::text[]
      ) AS notice (id, user_id, kind, about, room_id, message_seq, post_id, topic)
      LEFT JOIN profiles.wish ON wish.user_id = notice.user_id
    ), made AS (
      INSERT INTO notifications.notification AS known
        (id, user_id, kind, about, room_id, message_seq, post_id, created_at)
      SELECT id, user_id, kind, about, room_id, message_seq, post_id, ${tx.now}::timestamptz FROM asked WHERE is_wanted
      ON CONFLICT ${standing} DO UPDATE
      SET id = excluded.id, about = excluded.about, message_seq = excluded.message_seq, is_read = false,
        created_at = excluded.created_at
      WHERE known.is_read
      RETURNING id
    )
    SELECT id, 'made' AS state FROM made UNION ALL SELECT id, 'unwanted' FROM asked WHERE NOT is_wanted`.execute(tx.db);
  return rows.flatMap(({ id, state }) => {
    const notice = byId.get(id);
    return notice ? [{ ...notice, id, state }] : [];
  });
}

/** Scalars: EXISTS and NOT EXISTS would be joined, reading all blocks. */
const IS_HIDDEN = sql`(
  SELECT pair.one FROM safety.hidden_pair pair WHERE pair.one = own.user_id AND pair.other = own.about LIMIT 1
) IS NOT NULL`;
const NOT_BLOCKED = sql`(
  SELECT block.who FROM safety.blocked_by_name block WHERE block.who = own.user_id AND block.whom = own.about LIMIT 1
) IS NULL`;

/**
 * What a user sees: nothing about people they blocked. Notifications about people that blocked them stay, without name
 * or text: a count that falls by itself would reveal the block.
 */
const SHOWN = sql`
  SELECT
    own.id, own.user_id AS "userId", own.kind, own.room_id AS "roomId", own.post_id AS "postId",
    own.is_read AS "isRead", own.created_at AS "createdAt", CASE WHEN ${IS_HIDDEN} THEN NULL ELSE own.about END AS about,
    CASE WHEN ${IS_HIDDEN} THEN NULL ELSE left(said.content, ${sql.lit(SAID_LENGTH)}) END AS said
  FROM notifications.notification own
  LEFT JOIN chats.said ON said.room_id = own.room_id AND said.seq = own.message_seq`;

/** Newest first, those before the id `before`. */
export function pageOf({ userId, before, limit }: { userId: string; before: string | null; limit: number }) {
  const older = before === null ? sql`` : sql`AND own.id < ${before}`;
  return sql<StoredNotification>`
    ${SHOWN} WHERE own.user_id = ${userId} ${older} AND ${NOT_BLOCKED} ORDER BY own.id DESC LIMIT ${limit}`;
}

export async function findNotifications(db: Kysely<DB>, ids: readonly string[]): Promise<StoredNotification[]> {
  const { rows } = await sql<StoredNotification>`
    ${SHOWN} WHERE own.id = ANY(${idsOf(ids)}::uuid[]) AND ${NOT_BLOCKED} ORDER BY own.id`.execute(db);
  return rows;
}

export function unreadOf(userIds: readonly string[]) {
  return sql<{ userId: string; unread: number }>`
    SELECT own.user_id AS "userId", count(*)::int AS unread FROM notifications.notification own
    WHERE own.user_id = ANY(${idsOf(userIds)}::uuid[]) AND NOT own.is_read AND ${NOT_BLOCKED}
    GROUP BY own.user_id`;
}

/** Selects the user's newest notification and unread count. */
export function standingOf(userId: string) {
  return sql<Notified>`
    SELECT
      (SELECT own.id FROM notifications.notification own
        WHERE own.user_id = ${userId} AND ${NOT_BLOCKED} ORDER BY own.id DESC LIMIT 1) AS latest,
      (SELECT count(*)::int FROM notifications.notification own
        WHERE own.user_id = ${userId} AND NOT own.is_read AND ${NOT_BLOCKED}) AS unread`;
}

export async function readStanding(db: Kysely<DB>, userId: string): Promise<Notified> {
  const { rows } = await standingOf(userId).execute(db);
  return rows[0] ?? { latest: null, unread: 0 };
}

/** A missing user has none. */
export async function countUnread(db: Kysely<DB>, userIds: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await unreadOf(userIds).execute(db);
  return new Map(rows.map(({ userId, unread }) => [userId, unread]));
}

/** A notification to be changed. */
export type Found = Pick<StoredNotification, 'id' | 'userId' | 'roomId' | 'isRead'>;

const FOUND = ['id', 'user_id as userId', 'room_id as roomId', 'is_read as isRead'] as const;

/** Returns the user's own, in no order; ids null: all of them. */
export async function findOwn(
  tx: Tx,
  { userId, ids, which }: { userId: string; ids: readonly string[] | null; which: 'all' | 'unread' },
): Promise<Found[]> {
  let own = tx.db.selectFrom('notifications.notification').where('user_id', '=', userId);
  if (which === 'unread') own = own.where('is_read', '=', false);
  if (ids !== null) own = own.where('id', '=', sql<string>`ANY(${idsOf(ids)}::uuid[])`);
  return own.select(FOUND).execute();
}

export async function markRead(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.db
    .updateTable('notifications.notification')
    .set({ is_read: true })
    .where('id', '=', sql<string>`ANY(${idsOf(ids)}::uuid[])`)
    .execute();
}

export async function deleteFound(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.db
    .deleteFrom('notifications.notification')
    .where('id', '=', sql<string>`ANY(${idsOf(ids)}::uuid[])`)
    .execute();
}

export async function deleteOfRoom(tx: Tx, { userId, roomId }: { userId: string; roomId: string }) {
  const { numDeletedRows } = await tx.db
    .deleteFrom('notifications.notification')
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .executeTakeFirst();
  return numDeletedRows > 0n ? 'something' : 'nothing';
}

/** Whether any was unread. */
export async function markRoomRead(tx: Tx, { userId, roomId }: { userId: string; roomId: string }): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('notifications.notification')
    .set({ is_read: true })
    .where('user_id', '=', userId)
    .where('room_id', '=', roomId)
    .where('is_read', '=', false)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns up to `limit` made before then. */
export async function findOld(tx: Tx, { before, limit }: { before: Date; limit: number }): Promise<Found[]> {
  const old = tx.db.selectFrom('notifications.notification').where('id', '<', lowestUuidv7(before.getTime()));
  return old.orderBy('id').limit(limit).select(FOUND).execute();
}
