import { TAKEN_AWAY } from '@yonder/contract';
import type { Tx } from '../platform/database.ts';
import { takeBack } from './store.ts';
import type { Watching } from './watching.ts';

interface Withheld {
  postId: string;
  watching: Pick<Watching, 'closed'>;
}

/** Until somebody has looked at it, its author alone sees it; null: it shows again. False: it is gone. */
export async function hidePost(tx: Tx, since: Date | null, { postId, watching }: Withheld): Promise<boolean> {
  const post = await tx.db
    .updateTable('posts.post')
    .set({ hidden_at: since })
    .where('id', '=', postId)
    .returning(['id', 'author_id as authorId', 'region'])
    .executeTakeFirst();
  // What is shown again is no new moment.
  if (post && since !== null) tx.after(() => watching.closed(post));
  return post !== undefined;
}

/** The same of a comment, which only the author of the post was shown. */
export async function hideComment(tx: Tx, commentId: string, since: Date | null): Promise<boolean> {
  const comments = tx.db.updateTable('posts.comment').set({ hidden_at: since }).where('id', '=', commentId);
  return (await comments.executeTakeFirst()).numUpdatedRows > 0n;
}

/** As if its author had. */
export async function takeAwayPost(tx: Tx, { postId, watching }: Withheld): Promise<void> {
  const post = await takeBack(tx, postId);
  if (post) tx.after(() => watching.closed(post));
}

/** A comment stays one, of which nothing is left to read. */
export async function takeAwayComment(tx: Tx, commentId: string): Promise<void> {
  const gone = { content: TAKEN_AWAY, hidden_at: null };
  await tx.db.updateTable('posts.comment').set(gone).where('id', '=', commentId).execute();
}
