import type { Tx } from '../platform/database.ts';
import { openPostsOf } from './store.ts';
import type { Watching } from './watching.ts';

/** In the transaction of a block that shows: what stands of the one in an open feed of the other's leaves it. */
export async function removeFromFeeds(
  tx: Tx,
  { viewer, author, watching }: { viewer: string; author: string; watching: Pick<Watching, 'closed'> },
): Promise<void> {
  const posts = await openPostsOf(tx.db, { people: [author], now: tx.now });
  tx.after(() => posts.forEach((post) => watching.closed(post, { by: viewer })));
}

/** In the transaction of somebody whom nobody is shown any more: what stands of theirs in any open feed leaves it. */
export async function withdraw(
  tx: Tx,
  { userId, watching }: { userId: string; watching: Pick<Watching, 'closed'> },
): Promise<void> {
  const posts = await openPostsOf(tx.db, { people: [userId], now: tx.now });
  tx.after(() => posts.forEach((post) => watching.closed(post)));
}
