import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../lib/client.ts';
import { commentsQuery } from './api/queries.ts';
import { startChats } from './start-chats.ts';

/** failed: `why` says which comments failed, and why. */
type Starting = { kind: 'idle' } | { kind: 'busy' } | { kind: 'failed'; why: ReadonlyMap<string, string> };

/** Starts chats; failed comments stay chosen and can be retried. */
export function useStartChats(postId: string, onAllBegun: (rooms: readonly string[]) => void) {
  const queryClient = useQueryClient();
  const [starting, setStarting] = useState<Starting>({ kind: 'idle' });

  /** Returns the ids of the comments that failed. */
  async function start(commentIds: readonly string[]): Promise<string[]> {
    setStarting({ kind: 'busy' });
    const { rooms, why } = await startChats(commentIds, async (commentId) => {
      const { chatRoomId } = await client.call('startChatFromCommentV2v2', { postId, commentId });
      return chatRoomId;
    });
    await queryClient.invalidateQueries(commentsQuery(postId));
    setStarting(why.size === 0 ? { kind: 'idle' } : { kind: 'failed', why });
    if (why.size === 0) onAllBegun(rooms);
    return [...why.keys()];
  }

  return { starting, start };
}
