import { useIsMutating, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import type { InputDraft, Post } from '@yonder/contract';
import { client } from '../../../lib/client.ts';
import { errorText } from '../../../lib/error-text.ts';
import { useSubmit } from '../../../lib/use-submit.ts';
import { showToast } from '../../../ui/toast/toasts.ts';
import { failureText } from '../failure.ts';
import { FEEDS, MOMENTS, OWN_POSTS, postQuery } from './queries.ts';

/** Resets the feeds, so that the user's own moment does not wait behind the pill. */
export function useCreatePost(onPosted: (post: Post) => void) {
  const queryClient = useQueryClient();
  return useSubmit({
    send: (draft: InputDraft<'createPostV2v2'>, how) => client.call('createPostV2v2', draft, how),
    onGranted({ post }) {
      queryClient.removeQueries({ queryKey: FEEDS });
      void queryClient.invalidateQueries({ queryKey: OWN_POSTS });
      onPosted(post);
    },
  });
}

export function useSetActive(post: Post) {
  const queryClient = useQueryClient();
  return useMutation({
    ...asked(post, 'active'),
    mutationFn: (isActive: boolean) => client.call('setPostActive', { postId: post.id, isActive }),
    onSuccess: (answer) => {
      queryClient.setQueryData(postQuery(post.id).queryKey, answer.post);
      void queryClient.resetQueries({ queryKey: FEEDS });
      return queryClient.invalidateQueries({ queryKey: OWN_POSTS });
    },
    onError: (error) => showToast({ message: errorText(error), type: 'error' }),
  });
}

export function useDeletePost(post: Post, failed: string) {
  const queryClient = useQueryClient();
  return useMutation({
    ...asked(post, 'deletion'),
    mutationFn: () => client.call('deletePostV2v2', { postId: post.id }),
    onSuccess: () => queryClient.resetQueries({ queryKey: MOMENTS }),
    onError: (error) => showToast({ message: failureText(error, failed), type: 'error' }),
  });
}

/** The moment with its pending changes applied, until a refusal; null: it is being deleted. */
export function useAsWished(post: Post): Post | null {
  const isGoing = useIsMutating(asked(post, 'deletion')) > 0;
  const wished = useMutationState({
    filters: { ...asked(post, 'active'), status: 'pending' },
    select: ({ state }) => state.variables,
  }).at(-1);
  if (isGoing) return null;
  return typeof wished === 'boolean' ? { ...post, isActive: wished } : post;
}

/** The key and scope of mutations of one moment, which run one after another. */
function asked({ id }: Post, what: 'active' | 'deletion') {
  return { mutationKey: [...MOMENTS, what, id], scope: { id: `post ${id}` } };
}
