import { FIXED, type Post } from '@yonder/contract';

/**
 * Number of comments that can be chosen. `commentCount` includes removed comments, so the listed number is used, unless
 * the list is full.
 */
export function commentsOn({ commentCount }: Pick<Post, 'commentCount'>, listed: number | undefined): number {
  if (listed === undefined) return commentCount;
  return listed < FIXED.commentsPage ? listed : Math.max(listed, commentCount);
}
