import { queryOptions } from '@tanstack/react-query';
import { CHAT_ROOMS, type Chats, heldRooms } from '../cache.ts';
import { forgetClosed } from '../kept/forget.ts';
import { type RoomList, withFirstPage, withNextPage } from '../rooms.ts';

/** Shows the stored copy until the server has answered. Later, events move its rows. */
export function chatRoomsQuery(chats: Chats) {
  const { client, queryClient, copy } = chats;
  return queryOptions({
    queryKey: CHAT_ROOMS,
    queryFn: async (): Promise<RoomList> => {
      const answer = client.call('listChatRooms');
      // A rejection while the copy is read is handled by the await below.
      answer.catch(() => {});
      if (heldRooms(queryClient) === undefined) {
        const rooms = await copy.rooms().catch(() => undefined);
        // Only the server can say that there are no rooms.
        const copied: RoomList | undefined = rooms?.length ? { rooms, next: null, from: 'device' } : undefined;
        queryClient.setQueryData<RoomList>(CHAT_ROOMS, (held) => held ?? copied);
      }
      const asked = heldRooms(queryClient)?.rooms ?? [];
      const page = await answer;
      const list = withFirstPage(heldRooms(queryClient), page, asked);
      if (list.next === null) {
        forgetClosed(chats, list.rooms).catch(() => {
          // The next list finds it again.
        });
      }
      return list;
    },
  });
}

/** Loads the next page, if there is one. */
export async function loadMoreRooms({ client, queryClient }: Chats): Promise<void> {
  const cursor = heldRooms(queryClient)?.next ?? null;
  if (cursor === null) return;
  const page = await client.call('listChatRooms', { cursor });
  // The list may have been reloaded meanwhile.
  queryClient.setQueryData<RoomList>(CHAT_ROOMS, (held) => (held?.next === cursor ? withNextPage(held, page) : held));
}
