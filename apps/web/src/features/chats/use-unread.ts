import { useQuery } from '@tanstack/react-query';
import { chatRoomsQuery } from './api/list-chat-rooms.ts';
import { useChats } from './use-chats.ts';

/** How many messages wait in all rooms together. */
export function useUnread(): number {
  const { data: rooms = [] } = useQuery(chatRoomsQuery(useChats()));
  return rooms.reduce((sum, { unread }) => sum + unread, 0);
}
