import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { useAppState } from '../../../state/store.ts';
import { commentsLeftQuery, FEEDS, leftOf, postQuery } from './queries.ts';

interface AfterComment {
  onSaid: () => void;
  /** Gives back what was written. */
  onRefused: (content: string) => void;
}

export function useAddComment(postId: string, { onSaid, onRefused }: AfterComment) {
  const queryClient = useQueryClient();
  const isPaid = useAppState((state) => state.user?.isPaid ?? false);
  return useMutation({
    mutationFn: (content: string) => client.call('addCommentV2v2', { postId, content }),
    onSuccess: ({ commentOpportunities }) => {
      queryClient.setQueryData(commentsLeftQuery.queryKey, leftOf(commentOpportunities, isPaid));
      void queryClient.invalidateQueries({ queryKey: FEEDS });
      void queryClient.invalidateQueries(postQuery(postId));
      onSaid();
    },
    onError: (_error, content) => {
      onRefused(content);
      void queryClient.invalidateQueries(commentsLeftQuery);
    },
  });
}
