import { CallError } from '@yonder/client';
import { type ChatRoom, FIXED } from '@yonder/contract';
import { type ChatsCache, heldHistory, recordInHistory } from '../cache.ts';
import { gap, type History } from '../history.ts';
import { placeIn } from '../scroll-place.ts';
import { rowKey } from '../timeline.ts';
import { around } from './around.ts';
import { askRoom } from './ask-room.ts';

/** So far behind, the latest messages are asked for anew rather than all that came between. */
const FAR = 4 * FIXED.messagesPage;

const filling = new Set<string>();

/** After each event: what is asked for already, for an earlier one, is not asked for again. */
export function fillGap(chats: ChatsCache, chatRoomId: string): void {
  if (filling.has(chatRoomId)) return;
  filling.add(chatRoomId);
  closeGap(chats, chatRoomId)
    .catch(() => {
      // The next event or sync finds the same gap again.
    })
    .finally(() => filling.delete(chatRoomId));
}

/** Asks for what is missing until nothing is. 'look': also when nothing is known to be missing. */
export async function closeGap(chats: ChatsCache, chatRoomId: string, when: 'gap' | 'look' = 'gap'): Promise<void> {
  const { client, queryClient } = chats;
  const held = heldHistory(queryClient, chatRoomId);
  if (held === undefined) return;
  const seq = gap(held) ?? (when === 'look' ? held.seq : null);
  if (seq === null) return;
  // The device keeps the last messages alone. Any other window began at what was unread.
  const isCopy = held.from === 'device';
  const answer = await askRoom(chats, chatRoomId, client.call('roomAfter', { chatRoomId, seq })).catch(noneIfUnread);
  if (answer === null) return beginAnew(chats, held, held.room);
  const { chatRoom, ...page } = answer;
  const isFar = page.hasMore && chatRoom.lastSeq - seq > FAR;
  if (held.newer === 'none' && (isFar || (isCopy && isUnreadAbove(held, chatRoom))))
    return beginAnew(chats, held, chatRoom);
  recordInHistory(queryClient, chatRoomId, { kind: 'after', page });
  recordInHistory(queryClient, chatRoomId, { kind: 'room', room: chatRoom });
  const moved = (heldHistory(queryClient, chatRoomId)?.seq ?? seq) > seq;
  if (moved) await closeGap(chats, chatRoomId);
}

/** An answer that this page does not understand holds a change that it cannot show: its messages are asked for as they are now. */
function noneIfUnread(error: unknown): null {
  if (error instanceof CallError && error.reason === 'internal') return null;
  throw error;
}

function isUnreadAbove({ messages: [oldest], older }: History, { unread, readSeq }: ChatRoom): boolean {
  return unread > 0 && older === 'more' && oldest !== undefined && oldest.seedOrder > readSeq + 1;
}

/** At what is unread, or else the newest message; whoever reads further up stays there, and what is newer waits for them. */
async function beginAnew(chats: ChatsCache, held: History, { unread, readSeq }: ChatRoom): Promise<void> {
  const { client, queryClient } = chats;
  const { id: chatRoomId } = held.room;
  const read = readAt(held, chats.you);
  if (read !== undefined) {
    recordInHistory(queryClient, chatRoomId, { kind: 'renewed', ...(await around(chats, chatRoomId, read)) });
    return;
  }
  if (unread > 0) {
    recordInHistory(queryClient, chatRoomId, { kind: 'placed', ...(await around(chats, chatRoomId, readSeq + 1)) });
    return;
  }
  const latest = client.call('listMessages', { chatRoomId, limit: FIXED.messagesLive });
  const page = await askRoom(chats, chatRoomId, latest);
  recordInHistory(queryClient, chatRoomId, { kind: 'placed', page, newer: 'none' });
}

function readAt({ room, messages }: History, you: string): number | undefined {
  const place = placeIn(room.id);
  if (place?.kind !== 'row') return undefined;
  return messages.find((message) => rowKey(message, you) === place.key)?.seedOrder;
}

/** Not there, or of other people: the server does not say which. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.reason === 'room-not-found' || error.reason === 'bad-input');
}
