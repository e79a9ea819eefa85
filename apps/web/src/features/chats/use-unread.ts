import { useQuery } from '@tanstack/react-query';
import { chatRoomsQuery } from './api/list-chat-rooms.ts';
import { unreadTotal } from './rooms.ts';
import { useChats } from './use-chats.ts';

/** Unread messages in all rooms together. */
export function useUnread(): number {
  const { data } = useQuery(chatRoomsQuery(useChats()));
  return unreadTotal(data?.rooms ?? []);
}
