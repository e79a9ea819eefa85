import { queryOptions } from '@tanstack/react-query';
import { FIXED, type Output } from '@yonder/contract';
import { client } from '../../lib/client.ts';

export const blocksQuery = queryOptions({
  queryKey: ['blocks'],
  queryFn: allBlocks,
  // Blocks are made elsewhere, so the list is requested at every visit.
  staleTime: 0,
});

/** Loads all pages, so that any blocked person can be found here. */
async function allBlocks(): Promise<Output<'listBlocks'>['blocks']> {
  const blocks: Output<'listBlocks'>['blocks'] = [];
  let page;
  do {
    page = await client.call('listBlocks', { before: blocks.at(-1)?.blockId });
    blocks.push(...page.blocks);
  } while (page.blocks.length === FIXED.blocksPage);
  return blocks;
}

/** By block id: for a stranger no other id is known. */
export function unblock(blockId: string): Promise<null> {
  return client.call('unblockUser', { blockId });
}
