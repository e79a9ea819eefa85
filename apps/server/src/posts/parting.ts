import type { Tx } from '../platform/database.ts';
import { openPostsOf } from './store.ts';
import type { Watching } from './watching.ts';

/** In the transaction of a block that shows: what stands of the one in an open feed of the other's leaves it. */
export async function part(
  tx: Tx,
  { one, other, watching }: { one: string; other: string; watching: Pick<Watching, 'closed'> },
): Promise<void> {
  const posts = await openPostsOf(tx.db, { people: [one, other], now: tx.now });
  tx.after(() => {
    for (const post of posts) watching.closed(post, { by: post.authorId === one ? other : one });
  });
}

/** In the transaction of somebody whom nobody is shown any more: what stands of theirs in any open feed leaves it. */
export async function withdraw(
  tx: Tx,
  { userId, watching }: { userId: string; watching: Pick<Watching, 'closed'> },
): Promise<void> {
  const posts = await openPostsOf(tx.db, { people: [userId], now: tx.now });
  tx.after(() => posts.forEach((post) => watching.closed(post)));
}
