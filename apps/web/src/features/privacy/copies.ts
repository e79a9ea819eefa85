import { queryOptions } from '@tanstack/react-query';
import type { DataExport } from '@yonder/contract';
import { client } from '../../lib/client.ts';

const LOOK_AGAIN_MS = 2_000;

export const copyQuery = queryOptions({
  queryKey: ['copy of my data'],
  queryFn: (): Promise<DataExport> => client.call('getExport'),
  // The copy is made and expires while no page polls.
  staleTime: 0,
  refetchInterval: ({ state }) => (state.data?.state === 'making' ? LOOK_AGAIN_MS : false),
});

export function requestCopy(): Promise<DataExport> {
  return client.call('requestExport');
}
