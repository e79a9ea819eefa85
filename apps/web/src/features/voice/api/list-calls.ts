import { infiniteQueryOptions } from '@tanstack/react-query';
import { FIXED } from '@yonder/contract';
import { client } from '../../../lib/client.ts';

/** The user's calls, latest first. A page that is not full is the last. */
export const pastCallsQuery = infiniteQueryOptions({
  queryKey: ['past-calls'],
  queryFn: async ({ pageParam: before }) => (await client.call('listCalls', { before })).calls,
  initialPageParam: null as string | null,
  getNextPageParam: (page) => (page.length < FIXED.callsPage ? null : page.at(-1)?.id),
});
