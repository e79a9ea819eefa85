import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InputDraft, Post } from '@yonder/contract';
import { client } from '../../../lib/client.ts';
import { errorText } from '../../../lib/error-text.ts';
import { showToast } from '../../../ui/toast/toasts.ts';
import { FEEDS, MOMENTS, OWN_POSTS, postQuery } from './queries.ts';

/** The feeds begin anew: one's own moment is no news that waits behind a pill. */
export function useCreatePost(onPosted: (post: Post) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (draft: InputDraft<'createPostV2v2'>) => client.call('createPostV2v2', draft),
    onSuccess: ({ post }) => {
      queryClient.removeQueries({ queryKey: FEEDS });
      void queryClient.invalidateQueries({ queryKey: OWN_POSTS });
      onPosted(post);
    },
  });
}

export function useSetActive(post: Post) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isActive: boolean) => client.call('setPostActive', { postId: post.id, isActive }),
    onSuccess: (answer) => {
      queryClient.setQueryData(postQuery(post.id).queryKey, answer.post);
      void queryClient.resetQueries({ queryKey: FEEDS });
      return queryClient.invalidateQueries({ queryKey: OWN_POSTS });
    },
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
}

export function useDeletePost(post: Post, onDeleted: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.call('deletePostV2v2', { postId: post.id }),
    onSuccess: () => {
      onDeleted();
      void queryClient.resetQueries({ queryKey: MOMENTS });
    },
  });
}
