import { infiniteQueryOptions } from '@tanstack/react-query';
import { FIXED } from '@yonder/contract';
import { client } from '../../lib/client.ts';

/** The person's own reports, latest first. A page that is not full was the last. */
export const reportsQuery = infiniteQueryOptions({
  queryKey: ['reports'],
  queryFn: async ({ pageParam: before }) => (await client.call('listReports', { before })).reports,
  initialPageParam: null as string | null,
  getNextPageParam: (page) => (page.length < FIXED.reportsPage ? null : page.at(-1)?.reportId),
  // A report is made elsewhere: the list is asked for whenever it is looked at.
  staleTime: 0,
});
