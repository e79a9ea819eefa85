import type { Post } from '@yonder/contract';

/** What stands on the page, and what has come since and waits to be let in. */
interface Held {
  shown: readonly Post[];
  fresh: number;
}

/**
 * What is being read stays where it is: the posts of the first answer, as the latest one has them. One that the latest
 * answer leaves out may only have been pushed out by newer ones.
 */
export function hold(first: readonly Post[], latest: readonly Post[]): Held {
  const byId = new Map(latest.map((post) => [post.id, post]));
  const known = new Set(first.map(({ id }) => id));
  return {
    shown: first.map((post) => byId.get(post.id) ?? post),
    fresh: latest.filter(({ id }) => !known.has(id)).length,
  };
}

/** What is gone for the reader is neither shown nor counted as new. */
export function without<Feed extends { posts: readonly Post[] }>(feed: Feed, postId: string): Feed {
  return { ...feed, posts: feed.posts.filter(({ id }) => id !== postId) };
}
