import { mutationOptions } from '@tanstack/react-query';
import { type Chats, recordInHistory, recordStored } from '../cache.ts';
import { type Draft, messageOf } from '../history.ts';
import { closeGap } from './room-after.ts';

/** Shown at once, sent one after the other in the order written, and repeated under the same id. */
export function sendMessage(chats: Chats, chatRoomId: string) {
  const { client, queryClient } = chats;
  return mutationOptions({
    mutationKey: ['send-message', chatRoomId],
    scope: { id: `send-message-${chatRoomId}` },
    mutationFn: ({ clientMessageId, content, clientCreatedAt }: Draft) =>
      client.call(
        'sendMessageV2v2',
        { chatRoomId, clientMessageId, type: 'text', content, clientCreatedAt },
        { requestId: clientMessageId },
      ),
    onMutate: (draft) => recordInHistory(queryClient, chatRoomId, { kind: 'drafted', draft }),
    onSuccess: async (reply, draft) => {
      recordStored(chats, messageOf(draft, reply));
      await closeGap(chats, chatRoomId);
    },
    onError: (_error, { clientMessageId }) =>
      recordInHistory(queryClient, chatRoomId, { kind: 'failed', clientMessageId }),
  });
}
