import { FIXED } from '@yonder/contract';
import { sql, type Kysely } from 'kysely';
import type { DB, Tx } from '../platform/database.ts';
import { newAlias, uuidv7 } from '../platform/ids.ts';
import { isNotBarred, isOwn, type Reader } from './store.ts';

export interface StoredComment {
  id: string;
  content: string;
  isPaid: boolean;
  createdAt: Date;
  alias: string;
  chatRoomId: string | null;
}

interface NewComment {
  postId: string;
  authorId: string;
  content: string;
  isPaid: boolean;
}

/** A comment with its commenter, for the post's author alone. */
export interface Written {
  id: string;
  postId: string;
  authorId: string;
  /** The alias that the post's author sees; null once a chat has revealed the commenter. */
  alias: string | null;
  content: string;
  postContent: string;
  postCreatedAt: Date;
  chatRoomId: string | null;
  createdAt: Date;
}

/** Counts one more comment on an open post; false when it is no longer open. */
export async function countComment(tx: Tx, postId: string): Promise<boolean> {
  const { numUpdatedRows } = await tx.db
    .updateTable('posts.post')
    .set((post) => ({ comment_count: post('comment_count', '+', 1) }))
    .where('id', '=', postId)
    .where('is_active', '=', true)
    .where('expires_at', '>', tx.now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertComment(tx: Tx, comment: NewComment): Promise<string> {
  const { postId: post_id, authorId, content, isPaid: is_paid } = comment;
  await tx.db
    .insertInto('posts.commenter')
    .values({ post_id, user_id: authorId, alias: newAlias(), comments: 1 })
    .onConflict((known) => known.columns(['post_id', 'user_id']).doUpdateSet({ comments: sql`commenter.comments + 1` }))
    .execute();
  const id = uuidv7(tx.now.getTime());
  const row = { id, post_id, author_id: authorId, content, is_paid, created_at: tx.now };
  await tx.db.insertInto('posts.comment').values(row).execute();
  return id;
}

/** Whether a chat has begun from a comment of this commenter on that post: its author knows the name. */
const IS_REVEALED = sql<boolean>`EXISTS (
  SELECT FROM posts.comment begun
  WHERE begun.post_id = comment.post_id AND begun.author_id = comment.author_id AND begun.chat_room_id IS NOT NULL)`;

/**
 * Commenters that a post's author is shown: none blocked by that very alias, or by name once a chat revealed them
 * there. Others blocked by name stay, without a chat: a comment that vanishes would reveal its commenter.
 */
function hasWriterFor({ userId, now }: Reader) {
  return sql<boolean>`
    ${isNotBarred(sql.ref('comment.author_id'), now)}
    AND NOT coalesce((SELECT true FROM safety.blocked_alias block
      WHERE block.who = ${userId} AND block.whom = comment.author_id AND block.alias = commenter.alias), false)
    AND NOT coalesce((SELECT true FROM safety.blocked_by_name block
      WHERE block.who = ${userId} AND block.whom = comment.author_id AND ${IS_REVEALED}), false)`;
}

const COMMENTS = sql`
  posts.post
  JOIN posts.comment ON comment.post_id = post.id
  JOIN posts.commenter ON commenter.post_id = comment.post_id AND commenter.user_id = comment.author_id`;

/** Paid users' first, then the newest; none unless `author` wrote the post. */
export function commentsOf(author: Reader, postId: string) {
  return sql<StoredComment>`
    SELECT comment.id, comment.content, comment.is_paid AS "isPaid", comment.created_at AS "createdAt",
      commenter.alias, comment.chat_room_id AS "chatRoomId"
    FROM ${COMMENTS}
    WHERE post.id = ${postId} AND ${isOwn(author.userId)} AND ${hasWriterFor(author)} AND comment.hidden_at IS NULL
    ORDER BY comment.is_paid DESC, comment.id DESC LIMIT ${sql.lit(FIXED.commentsPage)}`;
}

/** Selects a comment on the author's own post, if it is shown and its commenter is there. */
export function commentFor(author: Reader, commentId: string) {
  return sql<Written>`
    ${commentOnceFor(author, commentId)} AND ${hasWriterFor(author)}
    AND comment.hidden_at IS NULL AND post.deleted_at IS NULL`;
}

/**
 * As commentFor, but also if hidden, if its commenter is blocked or departs, or if the post was deleted: a comment that
 * was read can be reported, and its commenter blocked.
 */
export function commentOnceFor(author: Pick<Reader, 'userId'>, commentId: string) {
  return sql<Written>`
    SELECT comment.id, post.id AS "postId", comment.author_id AS "authorId", comment.content,
      CASE WHEN ${IS_REVEALED} THEN NULL ELSE commenter.alias END AS alias, post.content AS "postContent",
      post.created_at AS "postCreatedAt", comment.chat_room_id AS "chatRoomId", comment.created_at AS "createdAt"
    FROM ${COMMENTS}
    WHERE comment.id = ${commentId} AND post.author_id = ${author.userId}
      AND EXISTS (SELECT FROM identity.member WHERE member.user_id = comment.author_id)`;
}

/** Where a chat shows a post: the number of that message. */
export interface Said {
  chatRoomId: string;
  seq: number;
}

/** Finds this post in the last chat that began from this commenter's comment on it. */
export async function findSaid(
  db: Kysely<DB>,
  { postId, authorId }: Pick<Written, 'postId' | 'authorId'>,
): Promise<Said | null> {
  const { rows } = await sql<Said>`
    SELECT chat_room_id AS "chatRoomId", chat_post_seq AS seq FROM posts.comment
    WHERE post_id = ${postId} AND author_id = ${authorId} AND chat_post_seq IS NOT NULL
    ORDER BY chat_room_id DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

export async function noteChat(tx: Tx, id: string, { chatRoomId, seq }: Said): Promise<void> {
  const begun = { chat_room_id: chatRoomId, chat_post_seq: seq };
  await tx.db.updateTable('posts.comment').set(begun).where('id', '=', id).execute();
}
