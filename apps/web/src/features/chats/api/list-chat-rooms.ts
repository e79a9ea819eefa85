import { queryOptions } from '@tanstack/react-query';
import { CHAT_ROOMS, type Chats, heldRooms } from '../cache.ts';
import { forgetClosed } from '../kept/forget.ts';
import { type RoomList, withFirstPage, withNextPage } from '../rooms.ts';

/** What this device has kept stands there until the server has answered. Later the events move its rows. */
export function chatRoomsQuery(chats: Chats) {
  const { client, queryClient, copy } = chats;
  return queryOptions({
    queryKey: CHAT_ROOMS,
    queryFn: async (): Promise<RoomList> => {
      const answer = client.call('listChatRooms');
      // A refusal that comes while the copy is read is awaited below.
      answer.catch(() => {});
      if (heldRooms(queryClient) === undefined) {
        const rooms = await copy.rooms().catch(() => undefined);
        // That there are none only the server can say.
        const copied: RoomList | undefined = rooms?.length ? { rooms, next: null, from: 'device' } : undefined;
        queryClient.setQueryData<RoomList>(CHAT_ROOMS, (held) => held ?? copied);
      }
      const asked = heldRooms(queryClient)?.rooms ?? [];
      const page = await answer;
      const list = withFirstPage(heldRooms(queryClient), page, asked);
      if (list.next === null) {
        forgetClosed(chats, list.rooms).catch(() => {
          // It is found again beside the next list.
        });
      }
      return list;
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
