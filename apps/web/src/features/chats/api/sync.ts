import { FIXED, type Output } from '@yonder/contract';
import { type ChatsCache, heldHistories } from '../cache.ts';
import { openRoom } from '../open-room.ts';

type Found = Output<'sync'>;

/**
 * Fetches what changed since `since` (null: everything) and what cached rooms lack, the visible one first. Passes each page to
 * `apply`; returns the first.
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
