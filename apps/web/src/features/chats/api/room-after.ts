import { type Chats, heldHistory, recordInHistory } from '../cache.ts';
import { gap } from '../history.ts';

/** Asks for what is missing until nothing is. 'look': also when nothing is known to be missing. */
export async function closeGap(chats: Chats, chatRoomId: string, when: 'gap' | 'look' = 'gap'): Promise<void> {
  const { client, queryClient } = chats;
  const held = heldHistory(queryClient, chatRoomId);
  if (held === undefined) return;
  const seq = gap(held) ?? (when === 'look' ? held.seq : null);
  if (seq === null) return;
  const page = await client.call('roomAfter', { chatRoomId, seq });
  recordInHistory(queryClient, chatRoomId, { kind: 'after', page });
  const moved = (heldHistory(queryClient, chatRoomId)?.seq ?? seq) > seq;
  if (moved) await closeGap(chats, chatRoomId);
}
