import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from './client.ts';
import { followCounts } from './follow-counts.ts';

/** Who is nearby may be asked for ten times a minute, whoever goes to and fro between tabs. */
const FRESH_MS = 10_000;

/** This tab shows what is counted, or who is nearby: it is asked for anew when it may be another. */
export function useCountsAgain(shown: 'home' | 'nearby', queryKey: QueryKey): void {
  const queryClient = useQueryClient();
  useEffect(
    () =>
      followCounts({
        live: client.live,
        watch(is) {
          // What is missed is found when it is asked for by the clock.
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
