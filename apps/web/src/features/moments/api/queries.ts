import { queryOptions } from '@tanstack/react-query';
import type { InputDraft, Output } from '@yonder/contract';
import { client } from '../../../lib/client.ts';

/** Everything of moments in the cache begins with it. */
export const MOMENTS = ['moments'] as const;
export const FEEDS = [...MOMENTS, 'feed'] as const;
export const OWN_POSTS = [...MOMENTS, 'own'] as const;

/** Absent: your region, every age, every language. */
export interface Filters {
  region: string | null;
  ageRange: NonNullable<NonNullable<InputDraft<'listPosts'>>['ageRange']> | null;
  language: string | null;
}

export function feedQuery(filters: Filters) {
  return queryOptions({
    queryKey: [...FEEDS, filters],
    queryFn: () => client.call('listPosts', filters),
    // Whoever comes back to the feed wants to see what is there now.
    staleTime: 0,
  });
}

export const ownPostsQuery = queryOptions({
  queryKey: OWN_POSTS,
  queryFn: () => client.call('listOwnPosts'),
  staleTime: 0,
});

export function postQuery(postId: string) {
  return queryOptions({
    queryKey: [...MOMENTS, 'post', postId],
    queryFn: async () => (await client.call('getPost', { postId })).post,
    staleTime: 0,
  });
}

const COMMENTS_AGAIN_MS = 30_000;

/** Of a moment of one's own: a notification tells of the first new comment alone. */
export function commentsQuery(postId: string) {
  return queryOptions({
    queryKey: [...MOMENTS, 'comments', postId],
    queryFn: async () => (await client.call('listComments', { postId })).comments,
    staleTime: 0,
    refetchInterval: COMMENTS_AGAIN_MS,
  });
}

type CommentsLeft = { kind: 'unlimited' } | { kind: 'left'; left: number };

/** How many comments are left today. */
export const commentsLeftQuery = queryOptions({
  queryKey: [...MOMENTS, 'left'],
  queryFn: async (): Promise<CommentsLeft> => {
    const own = await client.call('getProfile');
    return own.relation === 'self' ? leftOf(own.commentOpportunities, own.isPaid) : leftOf(0, false);
  },
  staleTime: 0,
});

export function leftOf(left: number, isPaid: boolean): CommentsLeft {
  return isPaid ? { kind: 'unlimited' } : { kind: 'left', left };
}

export type OwnPosts = Output<'listOwnPosts'>;
