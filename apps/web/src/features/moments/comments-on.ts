import { FIXED, type Post } from '@yonder/contract';

/**
 * How many there are to choose from. The moment counts all that were ever written, also those that are shown no more, and
 * the list says how many are left; where it is full there may be more than it holds.
 */
export function commentsOn({ commentCount }: Pick<Post, 'commentCount'>, listed: number | undefined): number {
  if (listed === undefined) return commentCount;
  return listed < FIXED.commentsPage ? listed : Math.max(listed, commentCount);
}
