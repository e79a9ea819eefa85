import { queryOptions } from '@tanstack/react-query';
import { CHAT_ROOMS, type Chats, heldRooms } from '../cache.ts';
import { type RoomList, withFirstPage, withNextPage } from '../rooms.ts';

/** What this device has kept stands there until the server has answered. Later the events move its rows. */
export function chatRoomsQuery({ client, queryClient, copy }: Chats) {
  return queryOptions({
    queryKey: CHAT_ROOMS,
    queryFn: async (): Promise<RoomList> => {
      const answer = client.call('listChatRooms');
      // A refusal that comes while the copy is read is awaited below.
      answer.catch(() => {});
      if (heldRooms(queryClient) === undefined) {
        const rooms = await copy.rooms().catch(() => undefined);
        const kept: RoomList | undefined = rooms && { rooms, next: null, from: 'device' };
        queryClient.setQueryData<RoomList>(CHAT_ROOMS, (held) => held ?? kept);
      }
      const asked = heldRooms(queryClient)?.rooms ?? [];
      const page = await answer;
      return withFirstPage(heldRooms(queryClient), page, asked);
    },
  });
}

/** The page after those that are there, if there is one. */
export async function loadMoreRooms({ client, queryClient }: Chats): Promise<void> {
  const cursor = heldRooms(queryClient)?.next ?? null;
  if (cursor === null) return;
  const page = await client.call('listChatRooms', { cursor });
  // Meanwhile the list may have begun anew.
  queryClient.setQueryData<RoomList>(CHAT_ROOMS, (held) => (held?.next === cursor ? withNextPage(held, page) : held));
}
