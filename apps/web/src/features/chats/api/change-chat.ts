import type { ChatRoom } from '@yonder/contract';
import { CHAT_ROOMS, type Chats, heldRooms, historyKey, recordInRooms } from '../cache.ts';
import { forgetRoom } from '../kept/forget.ts';
import { isUnread } from '../rooms.ts';
import { markRead } from './mark-read.ts';

type Count = Pick<ChatRoom, 'unread' | 'markedUnread'>;

/** Toggles read and unread on all of the user's devices. Optimistic: an error reverts it. */
export async function toggleUnread(chats: Chats, room: ChatRoom): Promise<void> {
  const { id: chatRoomId, unread, markedUnread, lastSeq } = room;
  const count = (now: Count): void => recordInRooms(chats.queryClient, { kind: 'counted', chatRoomId, ...now });
  const wasUnread = isUnread(room);
  const wished = wasUnread ? { unread: 0, markedUnread: false } : { unread, markedUnread: true };
  count(wished);
  try {
    if (wasUnread) await markRead(chats, chatRoomId, lastSeq);
    else await chats.client.call('markUnread', { chatRoomId });
  } catch (error) {
    const now = heldRooms(chats.queryClient)?.rooms.find(({ id }) => id === chatRoomId);
    // A message or a read in between makes the earlier count wrong too.
    if (now !== undefined && isSame(now, wished)) count({ unread, markedUnread });
    else askAnew(chats);
    throw error;
  }
}

/** delete: closes the room, readable to both. leave: closes it where it is open, and hides it from this user. */
export type Ending = 'delete' | 'leave';

const ENDING_CALLS = { delete: 'deleteChatRoomV2v2', leave: 'leaveChatRoom' } as const;

/** Removes the room from the list at once. Rejects when refused; the list is then fetched again. */
export function endChat(chats: Chats, { id }: ChatRoom, ending: Ending): Promise<void> {
  return chats.outbox.closeByHand(id, () => endRoom(chats, id, ending));
}

async function endRoom(chats: Chats, chatRoomId: string, ending: Ending): Promise<void> {
  const dropFromList = (): void => recordInRooms(chats.queryClient, { kind: 'closed', chatRoomId });
  dropFromList();
  try {
    await chats.client.call(ENDING_CALLS[ending], { chatRoomId });
  } catch (error) {
    askAnew(chats);
    throw error;
  }
  // An event before the reply may have put the room back.
  dropFromList();
  if (ending === 'leave') chats.queryClient.removeQueries({ queryKey: historyKey(chatRoomId) });
  await forgetRoom(chats, chatRoomId);
}

function isSame(one: Count, other: Count): boolean {
  return one.unread === other.unread && one.markedUnread === other.markedUnread;
}

function askAnew({ queryClient }: Chats): void {
  void queryClient.invalidateQueries({ queryKey: CHAT_ROOMS });
}
