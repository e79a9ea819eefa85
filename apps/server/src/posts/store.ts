import { FIXED, type Input } from '@yonder/contract';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { listOf, type DB, type Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';

/** A post as one reader sees it. */
export interface StoredPost {
  id: string;
  authorId: string;
  /** Null: the author has no profile (any more). */
  authorName: string | null;
  authorThumbPath: string | null;
  content: string;
  region: string;
  ageRange: string;
  language: string;
  isActive: boolean;
  createdAt: Date;
  expiresAt: Date;
  commentCount: number;
  yourComments: number;
}

/** The reader, and the time of reading. */
export interface Reader {
  userId: string;
  now: Date;
}

interface Wanted {
  region: string;
  /** Null: all of them. */
  ageRange: string | null;
  language: string | null;
}

/**
 * Scalars: NOT EXISTS would be joined, reading all blocks and suspensions. Booleans: after IS NULL the planner expects
 * next to no rows, and reads a whole region before it sorts.
 */
function isShown({ viewer, other, now }: { viewer: RawBuilder<string>; other: RawBuilder<string>; now: Date }) {
  return sql<boolean>`
    NOT coalesce((SELECT true FROM safety.hidden_pair pair
      WHERE pair.one = ${viewer} AND pair.other = ${other} LIMIT 1), false)
    AND ${isNotBarred(other, now)}`;
}

export function isNotBarred(person: RawBuilder<string>, now: Date) {
  return sql<boolean>`
    NOT coalesce((SELECT true FROM identity.barred
      WHERE barred.user_id = ${person} AND barred.suspended_until > ${now}), false)`;
}

function shownTo(userId: string) {
  return sql`
    SELECT
      post.id, post.author_id AS "authorId", person.name AS "authorName", person.thumb_path AS "authorThumbPath",
      post.content, post.region, post.age_range AS "ageRange", post.language, post.is_active AS "isActive",
      post.created_at AS "createdAt", post.expires_at AS "expiresAt", post.comment_count AS "commentCount",
      coalesce((SELECT mine.comments FROM posts.commenter mine
        WHERE mine.post_id = post.id AND mine.user_id = ${userId}), 0) AS "yourComments"
    FROM posts.post
    LEFT JOIN profiles.shown_person person ON person.user_id = post.author_id`;
}

function hasAuthorFor({ userId, now }: Reader) {
  return isShown({ viewer: sql<string>`${userId}::uuid`, other: sql.ref<string>('post.author_id'), now });
}

/** Only the author sees a post that awaits a moderator. */
function isThereFor(reader: Reader) {
  return sql<boolean>`(post.hidden_at IS NULL OR post.author_id = ${reader.userId}) AND ${hasAuthorFor(reader)}`;
}

/** Whether the reader is shown a post of another user. */
function isOpenTo(reader: Reader) {
  return sql<boolean>`post.is_active AND post.expires_at > ${reader.now} AND ${isThereFor(reader)}`;
}

/** Whether it is the user's own and not deleted. */
export function isOwn(userId: string) {
  return sql<boolean>`post.author_id = ${userId} AND post.deleted_at IS NULL`;
}

function isWanted({ region, ageRange, language }: Wanted) {
  return sql<boolean>`
    post.region = ${region}
    ${language === null ? sql`` : sql`AND post.language = ${language}`}
    ${ageRange === null ? sql`` : sql`AND post.age_range IN (${ageRange}, 'any')`}`;
}

/** Selects the region's newest posts that the reader is shown. */
export function newestOf(reader: Reader, wanted: Wanted) {
  return sql<StoredPost>`
    ${shownTo(reader.userId)}
    WHERE ${isWanted(wanted)} AND ${isOpenTo(reader)}
    ORDER BY post.id DESC LIMIT ${sql.lit(FIXED.feedLook)}`;
}

/**
 * Counts a region's open posts, `upTo` at most. Hidden ones count, for every reader: the number must reveal no block or
 * report.
 */
export function countOf({ region, now, upTo }: { region: string; now: Date; upTo: number }) {
  return sql<{ posts: number }>`
    SELECT count(*)::int AS posts FROM (
      SELECT FROM posts.post
      WHERE post.region = ${region} AND post.is_active AND post.expires_at > ${now}
        AND ${isNotBarred(sql.ref<string>('post.author_id'), now)}
      ORDER BY post.id DESC LIMIT ${upTo}
    ) open`;
}

/** Selects the reader's own post, or one the reader is shown. */
export function postFor(reader: Reader, postId: string) {
  return sql<StoredPost>`
    ${shownTo(reader.userId)}
    WHERE post.id = ${postId} AND ((${isOwn(reader.userId)}) OR (${isOpenTo(reader)}))`;
}

/** As postFor, but also expired or deleted posts: the reader may still have one open. */
export function postSeenBy(reader: Reader, postId: string) {
  return sql<StoredPost>`${shownTo(reader.userId)} WHERE post.id = ${postId} AND ${isThereFor(reader)}`;
}

/**
 * As postSeenBy, but also posts hidden from all, by a block, or since the author departs. A reader that saw one can
 * report it and block its author; neither reveals what hides it.
 */
export function postOnceSeenBy({ userId }: Pick<Reader, 'userId'>, postId: string) {
  return sql<StoredPost>`${shownTo(userId)} WHERE post.id = ${postId}`;
}

/** Selects a user's latest posts, active or not. */
export function ownOf(userId: string) {
  return sql<StoredPost>`
    ${shownTo(userId)} WHERE ${isOwn(userId)} ORDER BY post.id DESC LIMIT ${FIXED.ownPosts}`;
}

/** Returns the author of any post, visible or not; undefined once it is deleted. */
export async function findAuthor(db: Kysely<DB>, postId: string): Promise<string | undefined> {
  const post = db.selectFrom('posts.post').where('id', '=', postId).where('deleted_at', 'is', null);
  return (await post.select('author_id').executeTakeFirst())?.author_id;
}

/** Locks these users until the transaction ends: their posts are counted, and chats with them begin, one at a time. */
export async function takeTurns(tx: Tx, userIds: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO posts.turn (user_id) SELECT * FROM unnest(${listOf(userIds.toSorted())}::uuid[])
    ON CONFLICT (user_id) DO UPDATE SET user_id = excluded.user_id`.execute(tx.db);
}

export async function countActive(db: Kysely<DB>, { userId, now }: Reader): Promise<number> {
  const { active } = await db
    .selectFrom('posts.post')
    .where('author_id', '=', userId)
    .where('is_active', '=', true)
    .where('expires_at', '>', now)
    .select((post) => post.fn.countAll<number>().as('active'))
    .executeTakeFirstOrThrow();
  return active;
}

export async function insertPost(
  tx: Tx,
  post: Input<'createPostV2v2'> & { authorId: string; expiresAt: Date },
): Promise<string> {
  const id = uuidv7(tx.now.getTime());
  const { authorId: author_id, content, region, ageRange: age_range, language, expiresAt: expires_at } = post;
  const row = { id, author_id, content, region, age_range, language, created_at: tx.now, expires_at };
  await tx.db.insertInto('posts.post').values(row).execute();
  return id;
}

export async function setActive(tx: Tx, { postId, isActive }: Input<'setPostActive'>): Promise<void> {
  await tx.db.updateTable('posts.post').set({ is_active: isActive }).where('id', '=', postId).execute();
}

/** Marks it deleted: no user sees it from now on. */
export async function takeBack(
  tx: Tx,
  postId: string,
): Promise<{ id: string; authorId: string; region: string } | undefined> {
  const post = tx.db.updateTable('posts.post').set({ is_active: false, deleted_at: tx.now }).where('id', '=', postId);
  return post.returning(['id', 'author_id as authorId', 'region']).executeTakeFirst();
}

/** Returns these people's posts that others may see now. */
export async function openPostsOf(
  db: Kysely<DB>,
  { people, now }: { people: readonly string[]; now: Date },
): Promise<{ id: string; authorId: string; region: string }[]> {
  return db
    .selectFrom('posts.post')
    .where('author_id', 'in', people)
    .where('is_active', '=', true)
    .where('expires_at', '>', now)
    .select(['id', 'author_id as authorId', 'region'])
    .execute();
}

/** Switches off up to `limit` expired posts; returns their number. */
export async function switchOffOver(db: Kysely<DB>, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('posts.post')
    .set({ is_active: false })
    .where('id', 'in', (over) =>
      over
        .selectFrom('posts.post')
        // The partial index needs this word: a parameter would not match it.
        .where(sql<boolean>`is_active`)
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit)
        .forUpdate()
        .skipLocked()
        .select('id'),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Deletes up to `limit` posts that ended by then, with their comments; reported ones stay. */
export function goneBefore({ before, limit }: { before: Date; limit: number }) {
  return sql`
    DELETE FROM posts.post WHERE id IN (
      SELECT post.id FROM posts.post
      WHERE NOT post.is_active AND least(post.expires_at, post.deleted_at) <= ${before}
        AND NOT coalesce((SELECT true FROM safety.held_post held WHERE held.post_id = post.id LIMIT 1), false)
      ORDER BY least(post.expires_at, post.deleted_at) LIMIT ${limit}
      FOR UPDATE OF post SKIP LOCKED
    )`;
}
