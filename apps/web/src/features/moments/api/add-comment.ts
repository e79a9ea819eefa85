import { useQueryClient } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { useAppState } from '../../../state/store.ts';
import { showToast } from '../../../ui/toast/toasts.ts';
import { failureText } from '../failure.ts';
import { commentsLeftQuery, FEEDS, leftOf, postQuery } from './queries.ts';

interface AfterComment {
  onSaid: () => void;
  /** Text of a failure without a reason from the server. */
  failed: string;
  /** Restores the written text. */
  onRefused: (content: string) => void;
}

/** Reports a refusal even when the user has left the page. */
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
