import type { Clock } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';
import type { Handlers } from '../platform/dispatcher.ts';
import type { Stop } from '../platform/stop.ts';
import { postCallables, type PostCallable } from './callables.ts';
import { createCommentService, type CommentWires } from './comments.ts';
import { fade } from './fading.ts';
import { removeFromFeeds, withdraw } from './parting.ts';
import { createPostService, type PostOptions, type PostService } from './service.ts';
import { createWatching, type Watching, type WatchingOptions } from './watching.ts';
import { hidePost, takeAwayPost } from './withholding.ts';

export type { CommentWires } from './comments.ts';
export { resolveComment, resolvePost } from './evidence.ts';
export { postData } from './personal-data.ts';
export { takeTurns } from './store.ts';
export { hideComment, takeAwayComment } from './withholding.ts';

export interface Posts extends Pick<PostService, 'countFor'> {
  callables: Handlers<PostCallable>;
  /** Removes the author's posts from the viewer's open feeds, in the transaction of a block. */
  removeFromFeeds(tx: Tx, pair: { viewer: string; author: string }): Promise<void>;
  /** Removes a suspended or departing user's posts from all feeds, in the transaction. */
  withdraw(tx: Tx, userId: string): Promise<void>;
  /** Hides the post, in the transaction, until a moderator decides; null: shows it again. False: it is gone. */
  hide(tx: Tx, postId: string, since: Date | null): Promise<boolean>;
  /** Deletes the post as its author would, in the transaction. */
  takeAway(tx: Tx, postId: string): Promise<void>;
  onChange: Watching['onChange'];
  /** Emits new posts, and puts away expired ones, until stopped. */
  start(): Stop;
}

export interface PostsOptions extends Omit<PostOptions, 'watching'>, WatchingOptions {
  clock: Clock;
  wires: CommentWires;
}

export function createPosts(options: PostsOptions): Posts {
  const watching = createWatching(options);
  const posts = createPostService({ ...options, watching });
  const comments = createCommentService(options);
  return {
    countFor: posts.countFor,
    onChange: watching.onChange,
    removeFromFeeds: (tx, pair) => removeFromFeeds(tx, { ...pair, watching }),
    withdraw: (tx, userId) => withdraw(tx, { userId, watching }),
    hide: (tx, postId, since) => hidePost(tx, since, { postId, watching }),
    takeAway: (tx, postId) => takeAwayPost(tx, { postId, watching }),
    callables: postCallables({ posts, comments }),
    start() {
      const stops = [watching.start(), fade(options)];
      return () => stops.forEach((stop) => stop());
    },
  };
}
