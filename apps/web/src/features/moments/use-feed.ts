import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Output, Post } from '@yonder/contract';
import { useEffect, useEffectEvent, useState } from 'react';
import { client, onCatchUp } from '../../lib/client.ts';
import { feedQuery, FEEDS, type Filters } from './api/queries.ts';
import { hold, without } from './held.ts';

/** The feed as shown: new moments wait until they are let in. */
export function useFeed(filters: Filters) {
  const query = useQuery(feedQuery(filters));
  const { data } = query;
  const [first, setFirst] = useState<{ of: string; posts: readonly Post[] } | null>(null);
  const of = JSON.stringify(filters);
  if (data !== undefined && first?.of !== of) setFirst({ of, posts: data.posts });
  if (data === undefined && first !== null) setFirst(null);
  useFollow(data?.region ?? null, (postId) => setFirst((feed) => feed && without(feed, postId)));
  const held = data === undefined || first?.of !== of ? null : hold(first.posts, data.posts);
  /** A refresh also lets new moments in. */
  async function refresh(): Promise<void> {
    const { data: latest } = await query.refetch({ throwOnError: true });
    setFirst({ of, posts: latest?.posts ?? [] });
  }
  return { ...query, held, letIn: () => setFirst({ of, posts: data?.posts ?? [] }), refresh };
}

/**
 * Watches a region's feed, again after every reconnect; removed posts leave at once. A catch-up refetches what was
 * missed.
 */
function useFollow(region: string | null, onGone: (postId: string) => void): void {
  const queryClient = useQueryClient();
  const leave = useEffectEvent((postId: string) => {
    queryClient.setQueriesData<Output<'listPosts'>>({ queryKey: FEEDS }, (feed) => feed && without(feed, postId));
    onGone(postId);
  });
  useEffect(() => {
    if (region === null) return undefined;
    const { live } = client;
    const again = (): Promise<void> => queryClient.invalidateQueries({ queryKey: FEEDS });
    const watch = (watched: string | null): void => {
      // The next catch-up finds a hint that was missed.
      client.call('watchFeed', { region: watched }).catch(() => {});
    };
    const follow = (): void => {
      if (live.status.get() === 'online') watch(region);
    };
    follow();
    const stops = [
      live.status.subscribe(follow),
      live.on('feed.updated', (event) => {
        if (event.region === region) void again();
      }),
      live.on('feed.removed', (event) => {
        if (event.region !== region) return;
        leave(event.postId);
        // Another post may take its place.
        void again();
      }),
      onCatchUp(again),
    ];
    return () => {
      stops.forEach((stop) => stop());
      watch(null);
    };
  }, [region, queryClient]);
}
