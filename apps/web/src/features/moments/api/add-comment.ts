import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { useAppState } from '../../../state/store.ts';
import { showToast } from '../../../ui/toast/toasts.ts';
import { failureText } from '../failure.ts';
import { commentsLeftQuery, FEEDS, leftOf, postQuery } from './queries.ts';

interface AfterComment {
  onSaid: () => void;
  /** What failed, where the server knows no better. */
  failed: string;
  /** Gives back what was written. */
  onRefused: (content: string) => void;
}

/** A refusal is told also to whoever has left where it was written. */
export function useAddComment(postId: string, { onSaid, failed, onRefused }: AfterComment) {
  const queryClient = useQueryClient();
  const isPaid = useAppState((state) => state.user?.isPaid ?? false);
  return useSubmit({
    send: (content: string, how) => client.call('addCommentV2v2', { postId, content }, how),
    onGranted({ commentOpportunities }) {
      queryClient.setQueryData(commentsLeftQuery.queryKey, leftOf(commentOpportunities, isPaid));
      void queryClient.invalidateQueries({ queryKey: FEEDS });
      void queryClient.invalidateQueries(postQuery(postId));
      onSaid();
    },
    onRefused(error, content) {
      showToast({ message: failureText(error, failed), type: 'error' });
      onRefused(content);
      void queryClient.invalidateQueries(commentsLeftQuery);
    },
  });
}
