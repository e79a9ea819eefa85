import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/client.ts';

export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: async () => (await client.call('listBlocks')).blocks,
  // A block is made elsewhere: the list is asked for whenever it is looked at.
  staleTime: 0,
});

/** By block id: for a stranger nothing else is known. */
export function unblock(blockId: string): Promise<null> {
  return client.call('unblockUser', { blockId });
}
