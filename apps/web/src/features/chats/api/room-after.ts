import { CallError } from '@yonder/client';
import { type ChatRoom, FIXED } from '@yonder/contract';
import { type ChatsCache, heldHistory, recordInHistory } from '../cache.ts';
import { gap, type History } from '../history.ts';
import { placeIn } from '../scroll-place.ts';
import { rowKey } from '../timeline.ts';
import { around } from './around.ts';
import { askRoom } from './ask-room.ts';

/** Beyond this gap the latest messages are fetched anew, instead of all that came between. */
const FAR = 4 * FIXED.messagesPage;

const filling = new Set<string>();

/** Fills the gap after an event; a fill already running for the room serves it too. */
export function fillGap(chats: ChatsCache, chatRoomId: string): void {
  if (filling.has(chatRoomId)) return;
  filling.add(chatRoomId);
  closeGap(chats, chatRoomId)
    .catch(() => {
      // The next event or sync finds the same gap again.
    })
    .finally(() => filling.delete(chatRoomId));
}

/** Fetches what is missing until nothing is. 'look': also when nothing is known to be missing. */
export async function closeGap(chats: ChatsCache, chatRoomId: string, when: 'gap' | 'look' = 'gap'): Promise<void> {
  const { client, queryClient } = chats;
  const held = heldHistory(queryClient, chatRoomId);
  if (held === undefined) return;
  const seq = gap(held) ?? (when === 'look' ? held.seq : null);
  if (seq === null) return;
  // The device stores only the last messages. Any other window began at the unread ones.
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

/** Null when this page cannot parse the reply: it holds a change from a newer version. Its messages are then fetched anew. */
function noneIfUnread(error: unknown): null {
  if (error instanceof CallError && error.reason === 'internal') return null;
  throw error;
}

function isUnreadAbove({ messages: [oldest], older }: History, { unread, readSeq }: ChatRoom): boolean {
  return unread > 0 && older === 'more' && oldest !== undefined && oldest.seedOrder > readSeq + 1;
}

/** Restarts the window at the first unread message, else at the newest. A user reading further up stays there. */
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

/** Whether the room does not exist or belongs to others: the server does not say which. */
export function isMissing(error: unknown): boolean {
  return error instanceof CallError && (error.reason === 'room-not-found' || error.reason === 'bad-input');
}
