import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from '../../lib/client.ts';
import { pastCallsQuery } from './api/list-calls.ts';
import { isCallLine, isOver } from './past-calls.ts';

/** Past calls, refetched when a call ends. */
export function usePastCalls() {
  const queryClient = useQueryClient();
  useEffect(() => {
    const anew = (): void => void queryClient.invalidateQueries({ queryKey: pastCallsQuery.queryKey });
    const stops = [
      client.live.on('call.updated', (call) => isOver(call) && anew()),
      client.live.on('message.created', (message) => isCallLine(message) && anew()),
      client.live.on('message.updated', ({ message }) => isCallLine(message) && anew()),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queryClient]);
  return useInfiniteQuery({ ...pastCallsQuery, refetchOnMount: 'always' });
}
