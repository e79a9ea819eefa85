import type { Tx } from '../platform/database.ts';
import { openPostsOf } from './store.ts';
import type { Watching } from './watching.ts';

/** Removes the author's posts from the viewer's open feeds, in the transaction of a block that shows. */
export async function removeFromFeeds(
  tx: Tx,
  { viewer, author, watching }: { viewer: string; author: string; watching: Pick<Watching, 'closed'> },
): Promise<void> {
  const posts = await openPostsOf(tx.db, { people: [author], now: tx.now });
  tx.after(() => posts.forEach((post) => watching.closed(post, { by: viewer })));
}

/** Removes a user's posts from all open feeds, in the transaction that hides the user. */
export async function withdraw(
  tx: Tx,
  { userId, watching }: { userId: string; watching: Pick<Watching, 'closed'> },
): Promise<void> {
  const posts = await openPostsOf(tx.db, { people: [userId], now: tx.now });
  tx.after(() => posts.forEach((post) => watching.closed(post)));
}
