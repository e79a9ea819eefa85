import { queryOptions, useQuery } from '@tanstack/react-query';
import { client } from '../../lib/client.ts';
import { useCountsAgain } from '../../lib/use-counts-again.ts';

const REFRESH_MS = 30_000;
const HOME = ['home'] as const;

const homeQuery = queryOptions({
  queryKey: HOME,
  queryFn: () => client.call('getHome'),
  staleTime: 0,
  refetchInterval: REFRESH_MS,
});

/** Counts of users that wait, moments and people nearby; undefined until they are known, or when the request fails. */
export function useFacts() {
  useCountsAgain('home', HOME);
  return useQuery(homeQuery).data;
}
