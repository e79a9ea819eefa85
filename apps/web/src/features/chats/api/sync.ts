import { FIXED, type Output } from '@yonder/contract';
import { type ChatsCache, heldHistories } from '../cache.ts';
import { openRoom } from '../open-room.ts';

type Found = Output<'sync'>;

/**
 * What changed since then, and what the rooms on this device lack, first of all the one on the screen. Null: everything.
 * Each page is given to `apply`; answers the first.
 */
export async function sync(
  { client, queryClient }: ChatsCache,
  { since, apply }: { since: number | null; apply: (found: Found) => void },
): Promise<Found> {
  const rooms = heldHistories(queryClient).map(({ room, seq }) => ({ chatRoomId: room.id, seq }));
  const open = openRoom();
  const sorted = rooms.toSorted((one, other) => Number(other.chatRoomId === open) - Number(one.chatRoomId === open));
  const first = await client.call('sync', { since, rooms: sorted.slice(0, FIXED.roomsOpen) });
  apply(first);
  for (let cursor = first.next; cursor !== null;) {
    const more = await client.call('sync', { since, rooms: [], cursor });
    apply(more);
    cursor = more.next;
  }
  return first;
}
