import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../lib/client.ts';
import { errorText } from '../../lib/error-text.ts';
import { commentsQuery } from './api/queries.ts';

/** idle; starting; failed: which ones, and why. */
type Starting = { kind: 'idle' } | { kind: 'busy' } | { kind: 'failed'; why: ReadonlyMap<string, string> };

type Begun = { commentId: string; chatRoomId: string } | { commentId: string; why: string };

/** A chat from each of the chosen comments, a call each: what fails stays chosen and can be tried again. */
export function useStartChats(postId: string, onAllBegun: (rooms: readonly string[]) => void) {
  const queryClient = useQueryClient();
  const [starting, setStarting] = useState<Starting>({ kind: 'idle' });

  async function begin(commentId: string): Promise<Begun> {
    try {
      const { chatRoomId } = await client.call('startChatFromCommentV2v2', { postId, commentId });
      return { commentId, chatRoomId };
    } catch (error) {
      return { commentId, why: errorText(error) };
    }
  }

  /** Answers those that failed. */
  async function start(commentIds: readonly string[]): Promise<string[]> {
    setStarting({ kind: 'busy' });
    const all = await Promise.all(commentIds.map(begin));
    const why = new Map(all.flatMap((one) => ('why' in one ? [[one.commentId, one.why] as const] : [])));
    await queryClient.invalidateQueries(commentsQuery(postId));
    setStarting(why.size === 0 ? { kind: 'idle' } : { kind: 'failed', why });
    if (why.size === 0) onAllBegun(all.flatMap((one) => ('chatRoomId' in one ? [one.chatRoomId] : [])));
    return [...why.keys()];
  }

  return { starting, start };
}
