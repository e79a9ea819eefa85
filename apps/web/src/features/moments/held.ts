import type { Post } from '@yonder/contract';

/** The shown posts, and how many newer ones wait. */
interface Held {
  shown: readonly Post[];
  fresh: number;
}

/**
 * Keeps the posts of the first answer in place, in their latest version. A post missing from the latest answer stays,
 * since newer ones may have pushed it out.
 */
export function hold(first: readonly Post[], latest: readonly Post[]): Held {
  const byId = new Map(latest.map((post) => [post.id, post]));
  const known = new Set(first.map(({ id }) => id));
  return {
    shown: first.map((post) => byId.get(post.id) ?? post),
    fresh: latest.filter(({ id }) => !known.has(id)).length,
  };
}

/** Removes a post, which is then neither shown nor counted as new. */
export function without<Feed extends { posts: readonly Post[] }>(feed: Feed, postId: string): Feed {
  return { ...feed, posts: feed.posts.filter(({ id }) => id !== postId) };
}
