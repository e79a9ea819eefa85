import type { Clock } from '../platform/clock.ts';
import type { Handlers } from '../platform/dispatcher.ts';
import type { Stop } from '../platform/stop.ts';
import { postCallables, type PostCallable } from './callables.ts';
import { createCommentService, type CommentWires } from './comments.ts';
import { switchOff } from './fading.ts';
import { createPostService, type PostOptions, type PostService } from './service.ts';
import { createWatching, type WatchingOptions } from './watching.ts';

export type { CommentWires } from './comments.ts';
export { resolveComment, resolvePost } from './evidence.ts';
export { postData } from './personal-data.ts';
export { takeTurns } from './store.ts';

export interface Posts extends Pick<PostService, 'countFor'> {
  callables: Handlers<PostCallable>;
  /** Tells of new posts, and switches off what is over, until stopped. */
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
    callables: postCallables({ posts, comments }),
    start() {
      const stops = [watching.start(), switchOff(options)];
      return () => stops.forEach((stop) => stop());
    },
  };
}
