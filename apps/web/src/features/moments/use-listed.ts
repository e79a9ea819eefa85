import { useQuery } from '@tanstack/react-query';
import { commentsQuery } from './api/queries.ts';

/** The number of comments listed beside the feed, so that both show the same number. Undefined: no list. */
export function useListed(postId: string, isBeside: boolean): number | undefined {
  // Only the list itself fetches.
  const { data } = useQuery({ ...commentsQuery(postId), enabled: false });
  return isBeside ? data?.length : undefined;
}
