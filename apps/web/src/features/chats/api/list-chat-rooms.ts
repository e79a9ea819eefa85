import { queryOptions } from '@tanstack/react-query';
import type { ChatRoom } from '@yonder/contract';
import { CHAT_ROOMS, type Chats } from '../cache.ts';
import { ordered } from '../rooms.ts';

/** What this device has kept stands there until the server has answered. */
export function chatRoomsQuery({ client, queryClient, copy }: Chats) {
  return queryOptions({
    queryKey: CHAT_ROOMS,
    networkMode: 'always',
    queryFn: async (): Promise<readonly ChatRoom[]> => {
      const answer = client.call('listChatRooms');
      if (queryClient.getQueryData(CHAT_ROOMS) === undefined) {
        const kept = await copy.rooms().catch(() => undefined);
        if (kept !== undefined) queryClient.setQueryData<readonly ChatRoom[]>(CHAT_ROOMS, (held) => held ?? kept);
      }
      return ordered((await answer).chatRooms);
    },
  });
}
