import { infiniteQueryOptions } from '@tanstack/react-query';
import { FIXED } from '@yonder/contract';
import { client } from '../../lib/client.ts';

/** The user's own reports, latest first. A page that is not full is the last. */
export const reportsQuery = infiniteQueryOptions({
  queryKey: ['reports'],
  queryFn: async ({ pageParam: before }) => (await client.call('listReports', { before })).reports,
  initialPageParam: null as string | null,
  getNextPageParam: (page) => (page.length < FIXED.reportsPage ? null : page.at(-1)?.reportId),
  // Reports are made elsewhere, so the list is requested at every visit.
  staleTime: 0,
});
