import { useQuery } from '@tanstack/react-query';
import { commentsQuery } from './api/queries.ts';

/** How many comments the list beside a moment has: both say the same number. Undefined: no list is beside it. */
export function useListed(postId: string, isBeside: boolean): number | undefined {
  // Only the list asks.
  const { data } = useQuery({ ...commentsQuery(postId), enabled: false });
  return isBeside ? data?.length : undefined;
}
