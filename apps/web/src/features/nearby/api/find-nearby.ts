import { queryOptions } from '@tanstack/react-query';
import type { AGE_RANGES } from '@yonder/contract';
import { client } from '../../../lib/client.ts';

/** Null: any. */
export interface Filters {
  language: string | null;
  ageRange: (typeof AGE_RANGES)[number] | null;
}

export const EVERYBODY: Filters = { language: null, ageRange: null };
const LOOK_AGAIN_MS = 60_000;

/** The prefix of all cache keys of nearby searches. */
export const NEARBY = ['nearby'] as const;

/** Users nearby, and until when the user is visible to them. */
export function nearbyQuery(filters: Filters) {
  return queryOptions({
    queryKey: [...NEARBY, filters],
    queryFn: () => client.call('findNearbyUsers', filters),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
