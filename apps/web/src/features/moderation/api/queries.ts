import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { FIXED, type CaseList } from '@yonder/contract';
import { client } from '../../../lib/client.ts';

/** The prefix of all moderation cache keys. */
export const MODERATION = ['moderation'] as const;
export const LISTS = [...MODERATION, 'lists'] as const;

export const openCasesQuery = queryOptions({
  queryKey: [...MODERATION, 'open'],
  queryFn: async () => (await client.call('listCases', { list: 'open' })).open,
});

export function casesQuery(list: CaseList) {
  return infiniteQueryOptions({
    queryKey: [...LISTS, list],
    queryFn: ({ pageParam }) => client.call('listCases', { list, after: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cases }) => (cases.length < FIXED.casesPage ? undefined : cases.at(-1)?.caseId),
    // Another moderator may have changed it in between.
    staleTime: 0,
  });
}

export function caseQuery(caseId: string) {
  return queryOptions({
    queryKey: [...MODERATION, 'case', caseId],
    queryFn: () => client.call('getCase', { caseId }),
    staleTime: 0,
  });
}
