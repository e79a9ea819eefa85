import { queryOptions } from '@tanstack/react-query';
import { FIXED, type Output } from '@yonder/contract';
import { client } from '../../lib/client.ts';

export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: allBlocks,
  // A block is made elsewhere: the list is asked for whenever it is looked at.
  staleTime: 0,
});

/** Page by page: whoever looks for somebody here finds them. */
async function allBlocks(): Promise<Output<'listBlocks'>['blocks']> {
  const blocks: Output<'listBlocks'>['blocks'] = [];
  let page;
  do {
    page = await client.call('listBlocks', { before: blocks.at(-1)?.blockId });
    blocks.push(...page.blocks);
  } while (page.blocks.length === FIXED.blocksPage);
  return blocks;
}

/** By block id: for a stranger nothing else is known. */
export function unblock(blockId: string): Promise<null> {
  return client.call('unblockUser', { blockId });
}
