import * as z from 'zod/mini';
import { callable, type Rate } from './callable.ts';
import { AGE_RANGES, FIXED } from './limits.ts';
import { alias, done, id, languageTag, mediaAddress, region, text, time } from './schema.ts';
import { visibleText } from './visible-text.ts';

/** The readers a moment is for; 'any': all. */
export const postAgeRange = z.enum([...AGE_RANGES, 'any']);

export const post = z.lazy(() =>
  z.object({
    id,
    authorId: id,
    /** Never empty: a missing name is "Anonymous". */
    authorName: text({ min: 1, max: FIXED.nameLength }),
    authorThumb: z.nullable(mediaAddress),
    content: text({ max: FIXED.postLength }),
    region,
    ageRange: postAgeRange,
    language: languageTag,
    isActive: z.boolean(),
    createdAt: time,
    expiresAt: time,
    commentCount: z.int().check(z.nonnegative()),
    /** How often you have commented on it. */
    yourComments: z.int().check(z.nonnegative()),
  }),
);
export type Post = z.infer<typeof post>;

/** Its author is not told: a name appears in the chat that follows. */
export const comment = z.object({
  id,
  content: text({ max: FIXED.commentLength }),
  isPaidUser: z.boolean(),
  createdAt: time,
  /** The author's alias on this post: the same on each of their comments. */
  alias,
  /** The anonymous figure is drawn from it. */
  seed: alias,
  /** The chat the author of the post has started from it. */
  chatRoomId: z.nullable(id),
});
export type Comment = z.infer<typeof comment>;

const POSTING: Rate = { burst: 10, perMinute: 10, kind: 'strict', network: { burst: 60, perMinute: 30 } };
const COMMENTING: Rate = { burst: 20, perMinute: 30, kind: 'strict', network: { burst: 200, perMinute: 120 } };
const ofPost = z.object({ postId: id });
const filters = { ageRange: z.nullish(postAgeRange), language: z.nullish(languageTag) };

export const postCallables = {
  createPostV2v2: callable(
    'command',
    () =>
      z.object({
        content: visibleText({ max: FIXED.postLength, layout: 'lines' }),
        region,
        ageRange: z._default(postAgeRange, 'any'),
        language: languageTag,
      }),
    () => z.object({ postId: id, post, activeLeft: z.int() }),
    POSTING,
  ),
  deletePostV2v2: callable(
    'command',
    () => ofPost,
    () => done,
  ),
  setPostActive: callable(
    'command',
    () => z.object({ postId: id, isActive: z.boolean() }),
    () => z.object({ post, activeLeft: z.int() }),
    POSTING,
  ),
  /** At most 8, newest first. region absent: yours. */
  listPosts: callable(
    'query',
    () => z._default(z.nullable(z.object({ region: z.nullish(region), ...filters })), null),
    () => z.object({ region, posts: z.array(post).check(z.maxLength(FIXED.feedPosts)) }),
  ),
  /** Your own or an active one. Other users' inactive ones answer as missing. */
  getPost: callable(
    'query',
    () => ofPost,
    () => z.object({ post }),
  ),
  /** Your latest 50, active or not. */
  listOwnPosts: callable(
    'query',
    () => z._default(z.nullable(z.object({})), null),
    () => z.object({ posts: z.array(post).check(z.maxLength(FIXED.ownPosts)), activeLeft: z.int() }),
  ),
  /** Subscribes this tab to `feed.updated` of a region. null: of none. */
  watchFeed: callable(
    'query',
    () => z.object({ region: z.nullable(region) }),
    () => done,
  ),
  addCommentV2v2: callable(
    'command',
    () => z.object({ postId: id, content: visibleText({ max: FIXED.commentLength, layout: 'lines' }) }),
    () => z.object({ commentId: id, commentOpportunities: z.int() }),
    COMMENTING,
  ),
  /** For the author of the post: paid users' first, then the newest. For all others: none. */
  listComments: callable(
    'query',
    () => ofPost,
    () => z.object({ comments: z.array(comment).check(z.maxLength(FIXED.commentsPage)) }),
  ),
  deleteComment: callable(
    'command',
    () => z.object({ postId: id, commentId: id }),
    () => done,
  ),
  /** Returns the same room when it was started before. */
  startChatFromCommentV2v2: callable(
    'command',
    () => z.object({ postId: id, commentId: id }),
    () => z.object({ chatRoomId: id }),
  ),
} as const;
