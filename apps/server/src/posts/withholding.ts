import { TAKEN_AWAY } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { takeBack } from './store.ts';
import type { Watching } from './watching.ts';

interface Withheld {
  postId: string;
  watching: Pick<Watching, 'closed'>;
}

/** Shows it to its author alone until a moderator decides; null: shows it again. False: it is gone. */
export async function hidePost(tx: Tx, since: Date | null, { postId, watching }: Withheld): Promise<boolean> {
  const post = await tx.db
    .updateTable('posts.post')
    .set({ hidden_at: since })
    .where('id', '=', postId)
    .returning(['id', 'author_id as authorId', 'region'])
    .executeTakeFirst();
  // A post shown again is not new.
  if (post && since !== null) tx.after(() => watching.closed(post));
  return post !== undefined;
}

/** Hides a comment, which only the post's author was shown. */
export async function hideComment(tx: Tx, commentId: string, since: Date | null): Promise<boolean> {
  const comments = tx.db.updateTable('posts.comment').set({ hidden_at: since }).where('id', '=', commentId);
  return (await comments.executeTakeFirst()).numUpdatedRows > 0n;
}

/** Deletes it as its author would. */
export async function takeAwayPost(tx: Tx, { postId, watching }: Withheld): Promise<void> {
  const post = await takeBack(tx, postId);
  if (post) tx.after(() => watching.closed(post));
}

/** Replaces the text; the comment itself stays. */
export async function takeAwayComment(tx: Tx, commentId: string): Promise<void> {
  const gone = { content: TAKEN_AWAY, hidden_at: null };
  await tx.db.updateTable('posts.comment').set(gone).where('id', '=', commentId).execute();
}
