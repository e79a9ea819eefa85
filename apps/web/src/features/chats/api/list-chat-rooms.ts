import { queryOptions } from '@tanstack/react-query';
import type { ChatRoom } from '@yonder/contract';
import { CHAT_ROOMS, type Chats } from '../cache.ts';
import { ordered } from '../rooms.ts';

export function chatRoomsQuery({ client }: Chats) {
  return queryOptions({
    queryKey: CHAT_ROOMS,
    queryFn: async (): Promise<readonly ChatRoom[]> => ordered((await client.call('listChatRooms')).chatRooms),
  });
}
