import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client, onCatchUp } from '../../lib/client.ts';
import { LISTS, MODERATION, openCasesQuery } from './api/queries.ts';

/** Number of open cases; also keeps the moderation queries fresh. Null: not known yet. */
export function useFollowCases(): number | null {
  const queryClient = useQueryClient();
  useEffect(() => {
    const stops = [
      client.live.on('moderation.updated', ({ open }) => {
        queryClient.setQueryData(openCasesQuery.queryKey, open);
        const others = [...MODERATION, 'case'];
        void queryClient.invalidateQueries({ queryKey: LISTS });
        void queryClient.invalidateQueries({ queryKey: others });
      }),
      onCatchUp(async () => {
        await queryClient.invalidateQueries({ queryKey: LISTS });
        await queryClient.invalidateQueries(openCasesQuery);
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queryClient]);
  return useQuery(openCasesQuery).data ?? null;
}
