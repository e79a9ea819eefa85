import { queryOptions } from '@tanstack/react-query';
import { FIXED } from '@yonder/contract';
import { type Chats, heldHistory, historyKey, recordInHistory } from '../cache.ts';
import { type History, historyOf } from '../history.ts';
import { closeGap } from './room-after.ts';

/** The latest messages; asked for again, only what came since is added to what is there. */
export function historyQuery(chats: Chats, chatRoomId: string) {
  return queryOptions({
    queryKey: historyKey(chatRoomId),
    // Every change goes through `apply`, which keeps what stays the same.
    structuralSharing: false,
    queryFn: async (): Promise<History> => {
      await closeGap(chats, chatRoomId, 'look');
      const held = heldHistory(chats.queryClient, chatRoomId);
      return held ?? historyOf(await chats.client.call('listMessages', { chatRoomId, limit: FIXED.messagesLatest }));
    },
  });
}

export async function loadOlder({ client, queryClient }: Chats, chatRoomId: string): Promise<void> {
  const before = heldHistory(queryClient, chatRoomId)?.messages[0]?.seedOrder;
  if (before === undefined) return;
  const page = await client.call('listMessages', { chatRoomId, before, limit: FIXED.messagesPage });
  recordInHistory(queryClient, chatRoomId, { kind: 'older', page });
}
