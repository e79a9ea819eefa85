import { queryOptions } from '@tanstack/react-query';
import type { AGE_RANGES } from '@yonder/contract';
import { client } from '../../../lib/client.ts';

/** Null: whichever. */
export interface Filters {
  language: string | null;
  ageRange: (typeof AGE_RANGES)[number] | null;
}

export const EVERYBODY: Filters = { language: null, ageRange: null };
const LOOK_AGAIN_MS = 60_000;

/** Whatever was asked about who is nearby. */
export const NEARBY = ['nearby'] as const;

/** Who is to be found, and until when one is so oneself. */
export function nearbyQuery(filters: Filters) {
  return queryOptions({
    queryKey: [...NEARBY, filters],
    queryFn: () => client.call('findNearbyUsers', filters),
    staleTime: 0,
    refetchInterval: LOOK_AGAIN_MS,
  });
}
