import { useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client } from './client.ts';

/** This tab shows what is counted, or who is nearby: it is asked for anew when it may be another, and followed again after every reconnect. */
export function useCountsAgain(shown: 'home' | 'nearby', queryKey: QueryKey): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const { live } = client;
    const watch = (place: typeof shown | null): void => {
      // What is missed is found when it is asked for by the clock.
      client.call('watchCounts', { shown: place }).catch(() => {});
    };
    const follow = (): void => {
      if (live.status.get() === 'online') watch(shown);
    };
    follow();
    const stops = [
      live.status.subscribe(follow),
      live.on('counts.updated', () => void queryClient.invalidateQueries({ queryKey })),
    ];
    return () => {
      stops.forEach((stop) => stop());
      watch(null);
    };
  }, [shown, queryKey, queryClient]);
}
