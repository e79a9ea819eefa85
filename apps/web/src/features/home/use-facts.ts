import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../../lib/client.ts';

const REFRESH_MS = 30_000;

const homeQuery = queryOptions({
  queryKey: ['home'],
  queryFn: () => client.call('getHome'),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
  refetchOnWindowFocus: true,
});

/** How many wait, post and are near, now; undefined until it is known, and when it cannot be. */
export function useFacts() {
  const queryClient = useQueryClient();
  useEffect(() => client.live.on('queue.updated', () => void queryClient.invalidateQueries(homeQuery)), [queryClient]);
  return useQuery(homeQuery).data;
}
