import type { ChatRoom } from '@yonder/contract';
import { type ChatsCache, heldHistory } from '../cache.ts';
import { answeredRoom } from '../room.ts';

/** Asks of a room that is open; what events tell of it meanwhile counts. */
export async function askRoom<Reply extends { chatRoom: ChatRoom }>(
  { queryClient }: ChatsCache,
  chatRoomId: string,
  answer: Promise<Reply>,
): Promise<Reply> {
  const asked = heldHistory(queryClient, chatRoomId)?.room;
  const reply = await answer;
  const known = heldHistory(queryClient, chatRoomId)?.room;
  return { ...reply, chatRoom: answeredRoom(reply.chatRoom, { asked, known }) };
}
