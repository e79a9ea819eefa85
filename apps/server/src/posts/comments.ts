import type { Input, Output } from '@yonder/contract';
import type { Database, Tx } from '../platform/database.ts';
import type { CallContext } from '../platform/dispatcher.ts';
import { DomainError } from '../platform/errors.ts';
import { spendComment } from '../profiles/index.ts';
import { areHidden } from '../safety/index.ts';
import {
  commentFor,
  commentsOf,
  countComment,
  findSaid,
  insertComment,
  noteChat,
  type Said,
  type Written,
} from './comments-store.ts';
import { assertAuthor } from './service.ts';
import { postSeenBy, takeTurns } from './store.ts';
import { commentOf, postOf } from './view.ts';

/** A chat that begins from a comment. */
interface Begun {
  authorId: string;
  commenterId: string;
  /** The post's text, and where a chat of the two already has it. */
  post: { content: string; said: Said | null };
  comment: string;
}

export interface CommentWires {
  /** Runs in the transaction: a user commented on the author's post. */
  commented(tx: Tx, comment: { postId: string; authorId: string }): Promise<void>;
  /** Runs in the transaction. Returns the room, and the post's message in it. Lock order: session before room. */
  chatBegins(tx: Tx, begun: Begun): Promise<Said>;
}

export type CommentService = ReturnType<typeof createCommentService>;

export function createCommentService({ database, wires }: { database: Database; wires: CommentWires }) {
  /** @throws DomainError 'comment-not-found'. */
  async function written(tx: Tx, asked: { me: string; postId: string; commentId: string }): Promise<Written> {
    const { rows } = await commentFor({ userId: asked.me, now: tx.now }, asked.commentId).execute(tx.db);
    if (rows[0]?.postId !== asked.postId) throw new DomainError('comment-not-found');
    return rows[0];
  }

  return {
    async add({ userId }: CallContext, tx: Tx, input: Input<'addCommentV2v2'>): Promise<Output<'addCommentV2v2'>> {
      const { postId, content } = input;
      const { authorId } = await commentable(tx, { postId, userId });
      const { isPaid, left } = await spendComment(tx, userId);
      if (!(await countComment(tx, postId))) throw new DomainError('post-over');
      const commentId = await insertComment(tx, { postId, authorId: userId, content, isPaid });
      await wires.commented(tx, { postId, authorId });
      return { commentId, commentOpportunities: left };
    },

    /** Users other than the author learn nothing, not even whether the post exists. */
    async list({ userId, now }: CallContext, { postId }: Input<'listComments'>): Promise<Output<'listComments'>> {
      const rows = await database.reader.query(commentsOf({ userId, now }, postId));
      return { comments: rows.map(commentOf) };
    },

    async remove(): Promise<never> {
      throw new DomainError('comment-deletion');
    },

    async startChat(
      { userId: me }: CallContext,
      tx: Tx,
      { postId, commentId }: Input<'startChatFromCommentV2v2'>,
    ): Promise<Output<'startChatFromCommentV2v2'>> {
      await assertAuthor(tx.db, { userId: me, now: tx.now }, postId);
      const { authorId: commenterId } = await written(tx, { me, postId, commentId });
      // Two comments of one user, or each other's, begin one chat.
      await takeTurns(tx, [me, commenterId]);
      const comment = await written(tx, { me, postId, commentId });
      if (await areHidden(tx.db, me, commenterId)) throw new DomainError('comment-not-found');
      if (comment.chatRoomId !== null) return { chatRoomId: comment.chatRoomId };
      const post = { content: comment.postContent, said: await findSaid(tx.db, comment) };
      const said = await wires.chatBegins(tx, { authorId: me, commenterId, post, comment: comment.content });
      await noteChat(tx, commentId, said);
      return { chatRoomId: said.chatRoomId };
    },
  };
}

/** @throws DomainError 'post-not-found', 'post-over' or 'own-post'. */
async function commentable(tx: Tx, { postId, userId }: { postId: string; userId: string }) {
  const { rows } = await postSeenBy({ userId, now: tx.now }, postId).execute(tx.db);
  if (!rows[0]) throw new DomainError('post-not-found');
  if (rows[0].authorId === userId) throw new DomainError('own-post');
  const post = postOf(rows[0], tx.now);
  if (!post.isActive) throw new DomainError('post-over');
  return post;
}
