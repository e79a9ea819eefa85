import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from './client.ts';
import { followCounts } from './follow-counts.ts';

/** The server allows ten nearby searches a minute, however often the user switches tabs. */
const FRESH_MS = 10_000;

/** Refetches the counts or the people nearby when they may have changed, while this tab shows them. */
export function useCountsAgain(shown: 'home' | 'nearby', queryKey: QueryKey): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followCounts({
        live: client.live,
        watch(is) {
          // The periodic refetch finds what is missed.
          client.call('watchCounts', { shown: is === 'shown' ? shown : null }).catch(() => {});
        },
        changed: () => void queryClient.invalidateQueries({ queryKey }),
        lookedAt: () =>
          void queryClient.refetchQueries({
            queryKey,
            type: 'active',
            predicate: (query) => query.isStaleByTime(FRESH_MS),
          }),
        page: document,
      }),
    [shown, queryKey, queryClient],
  );
}
