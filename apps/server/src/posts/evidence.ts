import type { Tx } from '../platform/database.ts';
import { commentOnceFor } from './comments-store.ts';
import { postOnceSeenBy } from './store.ts';

/** The user that a reported post or comment points at, with its content. */
interface PointedAt {
  userId: string;
  /** Null: a post shows its author, a comment once a chat has begun from it. */
  alias: string | null;
  evidence: unknown;
}

/** Undefined: there is no such post. An expired or hidden one can still be reported. */
export async function resolvePost(
  tx: Tx,
  { me, postId }: { me: string; postId: string },
): Promise<PointedAt | undefined> {
  const { rows } = await postOnceSeenBy({ userId: me }, postId).execute(tx.db);
  const [post] = rows;
  if (!post) return undefined;
  const { authorId: userId, content, region, language, createdAt } = post;
  return { userId, alias: null, evidence: { postId, content, region, language, createdAt: createdAt.getTime() } };
}

/** Undefined: not on a post of this user. A hidden comment, or one on a deleted post, can still be reported. */
export async function resolveComment(
  tx: Tx,
  { me, commentId }: { me: string; commentId: string },
): Promise<PointedAt | undefined> {
  const { rows } = await commentOnceFor({ userId: me }, commentId).execute(tx.db);
  const [comment] = rows;
  if (!comment) return undefined;
  const { authorId: userId, alias, postId, postContent, postCreatedAt, content, createdAt } = comment;
  const below = { postId, postContent, postCreatedAt: postCreatedAt.getTime() };
  return { userId, alias, evidence: { ...below, commentId, content, createdAt: createdAt.getTime() } };
}
