import type { ChatRoom } from '@yonder/contract';
import { type ChatsCache, heldHistory } from '../cache.ts';
import { answeredRoom } from '../room.ts';

/** Awaits a reply about an open room and merges what events said of the room meanwhile. */
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
