import { FIXED } from '@yonder/contract';

type Plan = 'free' | 'paid';

/**
 * Selects from a region's newest posts, in their order. Paid plan: the 8 newest. Free plan: up to 2 with 20 comments or
 * more, filled to 8 with others; where the others run out, up to 4 of the former.
 */
export function mixture<Post extends { commentCount: number }>(newest: readonly Post[], plan: Plan): Post[] {
  if (plan === 'paid') return newest.slice(0, FIXED.feedPosts);
  const busy = newest.filter(isBusy);
  const first = busy.slice(0, FIXED.busyPostsFirst);
  const calm = newest.filter((post) => !isBusy(post)).slice(0, FIXED.feedPosts - first.length);
  const room = FIXED.feedPosts - first.length - calm.length;
  const more = busy.slice(first.length, Math.min(FIXED.busyPostsAtMost, first.length + room));
  const chosen = new Set([...first, ...calm, ...more]);
  return newest.filter((post) => chosen.has(post));
}

function isBusy({ commentCount }: { commentCount: number }): boolean {
  return commentCount >= FIXED.busyComments;
}
