import { queryOptions } from '@tanstack/react-query';
import type { InputDraft, Output } from '@yonder/contract';
import { client } from '../../../lib/client.ts';

/** The prefix of all cache keys of moments. */
export const MOMENTS = ['moments'] as const;
export const FEEDS = [...MOMENTS, 'feed'] as const;
export const OWN_POSTS = [...MOMENTS, 'own'] as const;

/** Null: the user's region, every age, every language. */
export interface Filters {
  region: string | null;
  ageRange: NonNullable<NonNullable<InputDraft<'listPosts'>>['ageRange']> | null;
  language: string | null;
}

export function feedQuery(filters: Filters) {
  return queryOptions({
    queryKey: [...FEEDS, filters],
    queryFn: () => client.call('listPosts', filters),
    // A user returning to the feed expects its current state.
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

/** Comments on the user's own moment. Polls, because a notification announces only the first new comment. */
export function commentsQuery(postId: string) {
  return queryOptions({
    queryKey: [...MOMENTS, 'comments', postId],
    queryFn: async () => (await client.call('listComments', { postId })).comments,
    staleTime: 0,
    refetchInterval: COMMENTS_AGAIN_MS,
  });
}

type CommentsLeft = { kind: 'unlimited' } | { kind: 'left'; left: number };

/** Comments left today. */
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
