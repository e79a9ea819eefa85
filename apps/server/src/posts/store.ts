import { FIXED, type Input } from '@yonder/contract';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { listOf, type DB, type Tx } from '../platform/database.ts';
import { uuidv7 } from '../platform/ids.ts';

/** A post as it is shown to one reader. */
export interface StoredPost {
  id: string;
  authorId: string;
  /** Null: somebody without a profile (any more). */
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

/** Who reads, and when. */
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
 * Scalars: as NOT EXISTS they would be joined, and all blocks and suspensions read for it. As booleans: of what IS NULL
 * the planner expects next to nothing to be left, and reads a whole region before it sorts.
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

/** Nobody but its author sees one that moderators have yet to look at. */
function isThereFor(reader: Reader) {
  return sql<boolean>`(post.hidden_at IS NULL OR post.author_id = ${reader.userId}) AND ${hasAuthorFor(reader)}`;
}

/** Where a post of somebody else is there for them. */
function isOpenTo(reader: Reader) {
  return sql<boolean>`post.is_active AND post.expires_at > ${reader.now} AND ${isThereFor(reader)}`;
}

/** Theirs, unless they have taken it back. */
export function isOwn(userId: string) {
  return sql<boolean>`post.author_id = ${userId} AND post.deleted_at IS NULL`;
}

function isWanted({ region, ageRange, language }: Wanted) {
  return sql<boolean>`
    post.region = ${region}
    ${language === null ? sql`` : sql`AND post.language = ${language}`}
    ${ageRange === null ? sql`` : sql`AND post.age_range IN (${ageRange}, 'any')`}`;
}

/** The newest of a region that are there for the reader. */
export function newestOf(reader: Reader, wanted: Wanted) {
  return sql<StoredPost>`
    ${shownTo(reader.userId)}
    WHERE ${isWanted(wanted)} AND ${isOpenTo(reader)}
    ORDER BY post.id DESC LIMIT ${sql.lit(FIXED.feedLook)}`;
}

/** How many of a region are open, `upTo` at most. Hidden ones count, and for every reader: no block or report shows in it. */
export function countOf({ region, now, upTo }: { region: string; now: Date; upTo: number }) {
  return sql<{ posts: number }>`
    SELECT count(*)::int AS posts FROM (
      SELECT FROM posts.post
      WHERE post.region = ${region} AND post.is_active AND post.expires_at > ${now}
        AND ${isNotBarred(sql.ref<string>('post.author_id'), now)}
      ORDER BY post.id DESC LIMIT ${upTo}
    ) open`;
}

/** Their own, or one that is there for them. */
export function postFor(reader: Reader, postId: string) {
  return sql<StoredPost>`
    ${shownTo(reader.userId)}
    WHERE post.id = ${postId} AND ((${isOwn(reader.userId)}) OR (${isOpenTo(reader)}))`;
}

/** The same, also where its time is over or it was taken back: they may have it before them. */
export function postSeenBy(reader: Reader, postId: string) {
  return sql<StoredPost>`${shownTo(reader.userId)} WHERE post.id = ${postId} AND ${isThereFor(reader)}`;
}

/**
 * The same, also where it is hidden: from all, from one of a blocked pair, or since its author leaves. Whoever has seen it
 * can report it and block its author, and what hides it shows in neither.
 */
export function postOnceSeenBy({ userId }: Pick<Reader, 'userId'>, postId: string) {
  return sql<StoredPost>`${shownTo(userId)} WHERE post.id = ${postId}`;
}

/** Somebody's latest, active or not. */
export function ownOf(userId: string) {
  return sql<StoredPost>`
    ${shownTo(userId)} WHERE ${isOwn(userId)} ORDER BY post.id DESC LIMIT ${FIXED.ownPosts}`;
}

/** Whose it is, whether anybody may see it or not; undefined also once it was taken back. */
export async function findAuthor(db: Kysely<DB>, postId: string): Promise<string | undefined> {
  const post = db.selectFrom('posts.post').where('id', '=', postId).where('deleted_at', 'is', null);
  return (await post.select('author_id').executeTakeFirst())?.author_id;
}

/** Until the transaction ends these people's posts are counted, and chats with them begin, here alone. */
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

/** Nobody sees it from now on. */
export async function takeBack(
  tx: Tx,
  postId: string,
): Promise<{ id: string; authorId: string; region: string } | undefined> {
  const post = tx.db.updateTable('posts.post').set({ is_active: false, deleted_at: tx.now }).where('id', '=', postId);
  return post.returning(['id', 'author_id as authorId', 'region']).executeTakeFirst();
}

/** What others may see now of these people's. */
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

/** So many of those whose time is over; answers how many there were. */
export async function switchOffOver(db: Kysely<DB>, { now, limit }: { now: Date; limit: number }): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('posts.post')
    .set({ is_active: false })
    .where('id', 'in', (over) =>
      over
        .selectFrom('posts.post')
        // As the index has it: by a word, not by a parameter.
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

/** Of those that were over or taken back by then so many, with their comments; what a report is about stays. */
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
