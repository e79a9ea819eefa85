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

/** A comment with whom it is by, for the author of the post alone. */
export interface Written {
  id: string;
  postId: string;
  authorId: string;
  /** What the author of the post knows the writer by; null once a chat has revealed them. */
  alias: string | null;
  content: string;
  postContent: string;
  postCreatedAt: Date;
  chatRoomId: string | null;
  createdAt: Date;
}

/** One more on a post that is still open; false where it is not any more. */
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

/** Whether a chat has begun from what the writer said on that post: its author knows who it is. */
const IS_REVEALED = sql<boolean>`EXISTS (
  SELECT FROM posts.comment begun
  WHERE begun.post_id = comment.post_id AND begun.author_id = comment.author_id AND begun.chat_room_id IS NOT NULL)`;

/**
 * Whose comments the author of a post is shown: nobody's whom they have blocked by that very alias, or by name once a chat
 * has revealed them there. Else somebody who is blocked by name stays: a comment that vanishes with a block would say
 * whose it was. No chat begins from it.
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

/** Paid people's first, then the newest; none for anybody but the author of the post. */
export function commentsOf(author: Reader, postId: string) {
  return sql<StoredComment>`
    SELECT comment.id, comment.content, comment.is_paid AS "isPaid", comment.created_at AS "createdAt",
      commenter.alias, comment.chat_room_id AS "chatRoomId"
    FROM ${COMMENTS}
    WHERE post.id = ${postId} AND ${isOwn(author.userId)} AND ${hasWriterFor(author)} AND comment.hidden_at IS NULL
    ORDER BY comment.is_paid DESC, comment.id DESC LIMIT ${sql.lit(FIXED.commentsPage)}`;
}

/** On a post of theirs, where they are shown it and whoever wrote it is there. */
export function commentFor(author: Reader, commentId: string) {
  return sql<Written>`
    ${commentOnceFor(author, commentId)} AND ${hasWriterFor(author)}
    AND comment.hidden_at IS NULL AND post.deleted_at IS NULL`;
}

/**
 * The same, also where moderators have yet to look at it, its writer is blocked or leaves, or the author has taken the
 * post back: a comment that was read there can be reported, and its writer blocked.
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

/** Where a post was said in a chat: the number of its line. */
export interface Said {
  chatRoomId: string;
  seq: number;
}

/** Where this post stands in the last chat that began from a comment of theirs on it. */
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
